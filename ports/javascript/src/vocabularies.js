// R11.17 to R11.24: what the elements of a vocabulary of XML give and call for.
//
// A vocabulary says of an element, open in others, whether it is left out and what it calls for, and which
// elements are preformatted; some say more. `attribute` gives the value of an attribute by its name.

import { BLANK, JOIN, LINE, NOTHING, PREFORMATTED, calls, isLeftOut, setOf } from './visible.js';

/** R11.19. */
const xhtml = {
  preformatted: PREFORMATTED,
  isLeftOut: ({ local }, attribute) => isLeftOut(local, attribute),
  calls: ({ local }, attribute) => calls(local, attribute),
};

/** R11.18: left out and inline in all vocabularies but XHTML, ALTO and PAGE. */
const LEFT_OUT_BY_ALL = `
  annotation annotation-xml script style
`;
const INLINE_IN_ALL = `
  bold em emph emphasis italic maction math menclose merror mfenced mfrac mi mlabeledtr
  mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub
  msubsup msup mtable mtd mtext mtr munder munderover semantics strong sub subscript sup superscript
  underline
`;

/** R11.18: a vocabulary of lists. */
function listed({ leftOut = '', keptOnly = {}, firstOnly = '', inline = '', preformatted = '', joins = '' }) {
  const allLeftOut = setOf(LEFT_OUT_BY_ALL + leftOut);
  const allInline = setOf(INLINE_IN_ALL + inline);
  const kept = new Map();
  for (const [parents, names] of Object.entries(keptOnly)) {
    for (const parent of setOf(parents)) kept.set(parent, setOf(names));
  }
  const first = setOf(firstOnly);
  const joining = setOf(joins);
  return {
    preformatted: setOf(preformatted),
    isLeftOut({ local, parent }) {
      if (allLeftOut.has(local)) return true;
      if (parent === undefined) return false;
      return kept.get(parent.local)?.has(local) === false || (first.has(parent.local) && parent.hasShownChild);
    },
    calls({ local }, attribute) {
      if (joining.has(local) && attribute('break') === 'no') return JOIN;
      return allInline.has(local) ? NOTHING : LINE;
    },
  };
}

/** The elements of JATS, BITS and DocBook that are documents. */
const ARTICLES = setOf(`
  appendix article bibliography book book-part book-part-wrapper chapter colophon dedication
  glossary part pmc-articleset preface refentry reference response sect1 sect2 sect3 sect4 sect5
  section set sub-article
`);

/** R11.20. */
const articles = listed({
  leftOut: `
    alt alt-text colspec contrib-id graphic index-term index-term-range-end indexterm inline-graphic
    journal-meta long-desc object-id processing-meta pub-id refmiscinfo remark rp rt svg tex-math
    textobject titleabbrev
  `,
  keptOnly: {
    [`
      appendixinfo article-meta articleinfo bibliographyinfo blockinfo book-meta book-part-meta
      bookinfo chapterinfo collection-meta front-stub glossaryinfo indexinfo info objectinfo
      partinfo prefaceinfo refentryinfo referenceinfo refsect1info refsect2info refsect3info
      refsectioninfo refsynopsisdivinfo sect1info sect2info sect3info sect4info sect5info
      sectioninfo setindexinfo setinfo sidebarinfo
    `]: `
      abstract aff aff-alternatives author author-notes authorgroup book-title-group collab
      contrib-group copyright corpauthor editor kwd-group legalnotice othercredit subtitle title
      title-group trans-abstract
    `,
  },
  firstOnly: `
    aff-alternatives alternatives citation-alternatives collab-alternatives name-alternatives
  `,
  inline: `
    abbrev accel acronym alternatives anchor application chem-struct citation citetitle classname co
    code command computeroutput constant coref email envar errorcode errorname errortype
    exceptionname ext-link filename firstterm fixed-case footnoteref foreignphrase function
    glossterm guibutton guiicon guilabel hardware inline-formula inline-supplementary-material
    inlineequation inlinegraphic inlinemediaobject interface interfacename keycap keycode keysym
    lineannotation link literal markup mathphrase medialabel methodname milestone-end
    milestone-start monospace mousebutton named-content olink ooclass ooexception oointerface option
    optional overline parameter phrase private-char productname prompt property quote rb related-object
    replaceable returnvalue roman ruby sans-serif sc sgmltag strike structfield structname styled-content
    symbol systemitem tag target token trademark type ulink uri userinput varname wordasword x xref
  `,
  preformatted: 'code literallayout preformat programlisting screen synopsis',
});

/** R11.21. */
const tei = listed({
  leftOut: `
    del desc facsimile figDesc fw gap index interp interpGrp joinGrp linkGrp rt spanGrp standOff svg
    timeline
  `,
  keptOnly: {
    teiHeader: 'fileDesc profileDesc',
    fileDesc: 'titleStmt',
    titleStmt: 'author title',
    profileDesc: 'abstract',
    choice: 'choice corr ex expan reg seg supplied unclear',
  },
  firstOnly: 'app choice rdgGrp',
  inline: `
    abbr add addName am anchor app att c caesura choice cl code corr damage damageSpan date distinct
    ex expan foreign forename formula g genName geogName gi gloss handShift hi ident lem m measure
    mentioned metamark mod name nameLink num orgName orig pc persName phr placeName ptr q rb rdg rdgGrp
    redo ref reg restore retrace roleName rs ruby s said secl seg sic soCalled space subst supplied
    surname surplus tag term time title unclear undo val w
  `,
  preformatted: 'eg egXML',
  joins: 'cb gb lb milestone pb',
});

/** R11.22. */
const others = listed({
  leftOut: `
    base64Binary binary-data binaryData BinaryObject binData CipherValue DigestValue
    EmbeddedDocumentBinaryObject Modulus SignatureValue X509Certificate X509CRL
  `,
});

/** R11.23. */
const alto = () => {
  let whole = false; // the last String gave its SUBS_CONTENT
  return {
    preformatted: new Set(),
    isLeftOut: () => false,
    calls({ local }) {
      if (local === 'TextLine') return LINE;
      return local === 'String' || local === 'SP' ? BLANK : NOTHING;
    },
    showsText: () => false,
    give({ local }, attribute, lines) {
      if (local === 'String') {
        const type = attribute('SUBS_CONTENT') ? attribute('SUBS_TYPE') : undefined;
        whole = type === 'HypPart1';
        if (whole) lines.add(attribute('SUBS_CONTENT'));
        else if (type !== 'HypPart2') lines.add(attribute('CONTENT') ?? '');
      } else if (local === 'HYP' && !whole) {
        lines.call(JOIN);
        lines.add('-');
      }
    },
  };
};

/** R11.24. */
const page = {
  preformatted: new Set(['Unicode']),
  isLeftOut: ({ local, parent }, _, lines) =>
    local === 'Glyph' || (local === 'TextEquiv' && lines.count > parent.before),
  calls({ local }) {
    if (local === 'TextLine' || local === 'TextRegion') return LINE;
    return local === 'Word' ? BLANK : NOTHING;
  },
  showsText: ({ preformatted }) => preformatted,
};

/** R11.17: the vocabulary of a root element, for one document. */
export function vocabularyOf(root) {
  if (root === 'html') return xhtml;
  if (root === 'TEI' || root === 'TEI.2' || root === 'teiCorpus') return tei;
  if (root === 'alto') return alto();
  if (root === 'PcGts') return page;
  return ARTICLES.has(root) ? articles : others;
}
