// Made by tools/main.mjs from the lists of R11.28. Do not edit.

/** The flags, in the order of the features. */
export const FLAGS =
  'menu side foot head comment share related ad meta hidden caption field good nav header footer aside article main form list li table figure quote pre h1 heading p dl section button';

// A line for each flag: the names that give it.

export const CLASSES = `
  menu: nav navbar navigation navi menu menus submenu dropdown breadcrumb breadcrumbs crumb crumbs pagination pager paging tabs tab toolbar topbar offcanvas megamenu hamburger skip toc
  side: sidebar sidebars side aside widget widgets rail secondary gutter column
  foot: footer foot bottom copyright colophon legal footnotes disclaimer
  head: header head masthead top logo branding hero title headline heading
  comment: comment comments commentlist disqus reply replies respond discussion feedback review reviews rating ratings vote votes
  share: share sharing social facebook twitter tweet follow addthis sharedaddy whatsapp pinterest linkedin like likes buttons button actions tools
  related: related recommended recommendations recommend more also similar popular trending latest teaser teasers read next prev previous carousel slider cards card outbrain taboola relatedposts recirc yarpp recent suggested suggestions featured list items item grid feed
  ad: ad ads advert advertisement advertising adv sponsor sponsored promo promotion promoted cookie cookies consent gdpr popup modal overlay newsletter subscribe subscription signup paywall login register cta alert notice dialog banner
  meta: meta metadata byline author authors date time datetime timestamp published posted updated tags tag category categories info credit credits dateline bio kicker label labels source
  hidden: hidden hide invisible print noprint reader sr visually none collapse collapsed
  caption: caption captions figcaption figure image images photo photos gallery media video
  field: search form input field
  good: article articlebody content entry post body story text main hentry prose paragraph copy blog
`;

export const ELEMENTS = `
  nav: nav menu
  header: header
  footer: footer
  aside: aside
  article: article
  main: main
  form: form dialog search
  list: ul ol
  li: li
  table: table
  figure: figure figcaption
  quote: blockquote
  pre: pre
  h1: h1
  heading: h2 h3 h4 h5 h6
  p: p
  dl: dl
  section: section
  button: button label summary
`;

export const ROLES = `
  nav: navigation menu menubar
  header: banner
  footer: contentinfo
  aside: complementary
  article: article
  main: main
  form: search form dialog alertdialog
  list: list
  li: listitem
  table: table
  figure: figure
  quote: blockquote
  pre:
  h1:
  heading: heading
  p: paragraph
  dl:
  section:
  button: button
`;
