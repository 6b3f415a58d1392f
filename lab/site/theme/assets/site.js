// The menu and the search of a narrow screen are labels of checkboxes. Buttons can be reached by a keyboard.
(() => {
  for (const [id, name] of [['__drawer', 'Menu'], ['__search', 'Search']]) {
    const label = document.querySelector(`.md-header__button[for="${id}"]`);
    const toggle = document.getElementById(id);
    if (!label || !toggle) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = label.className;
    button.setAttribute('for', id); // the theme's style asks for it
    button.setAttribute('aria-label', name);
    button.append(...label.childNodes);
    button.addEventListener('click', () => {
      toggle.click();
      // The field can have the focus when it has moved into view.
      if (id === '__search') setTimeout(() => document.querySelector('[name="query"]').focus(), 300);
    });
    label.replaceWith(button);
  }
})();

// What scrolls can be reached by a keyboard.
(() => {
  const mark = () => {
    for (const element of document.querySelectorAll('article pre > code, .md-typeset__scrollwrap')) {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    }
  };
  addEventListener('load', mark);
  addEventListener('resize', mark);
})();

// A menu of versions in place of the link to their page. It leads to the same page of another version, if it is there.
(async () => {
  const link = document.querySelector('.versions');
  const root = new URL(JSON.parse(document.getElementById('__config').textContent).base + '/', location);
  if (!link || location.protocol === 'file:') return;
  const response = await fetch(new URL('../versions.json', root));
  const versions = response.ok ? await response.json() : [];
  if (versions.length < 2) return;
  const menu = document.createElement('select');
  menu.className = 'versions-menu';
  menu.setAttribute('aria-label', 'Version');
  for (const { version, title } of versions) menu.append(new Option(title, version, false, version === link.dataset.release));
  menu.addEventListener('change', async () => {
    const other = new URL(`../${menu.value}/`, root);
    const page = new URL(location.href.slice(root.href.length), other);
    const found = await fetch(page, { method: 'HEAD' });
    location.assign(found.ok ? page : other);
  });
  link.replaceWith(menu);
})();

// The sliders below the picture of bands. Without a script, the picture stands alone.
(() => {
  const SLOTS = 128;
  const picture = document.querySelector('article img[src$="bands.svg"]');
  if (!picture) return;

  const form = document.createElement('form');
  form.className = 'curve';
  form.setAttribute('aria-label', 'The S-curve of bands');
  form.innerHTML = `
    <label>Bands <input name="bands" type="range" min="1" max="64" value="21"><output name="bandsShown"></output></label>
    <label>Slots of a band <input name="rows" type="range" min="1" max="32" value="6"><output name="rowsShown"></output></label>
    <label>Resemblance <input name="resemblance" type="range" min="0" max="1" step="0.01" value="0.85"><output name="resemblanceShown"></output></label>
    <label>Bits of a slot <select name="bits"><option>1<option>2<option>4<option selected>8</select></label>
    <svg viewBox="0 0 440 220" role="img" aria-label="Share of pairs that are compared, by their resemblance">
      <path class="axes" d="M50 10V190H430"/><path class="s" d=""/><path class="at" d=""/><circle r="5"/>
      <text x="44" y="18">100 %</text><text x="44" y="194">0 %</text>
      <text class="middle" x="50" y="210">0</text><text class="middle" x="240" y="210">resemblance</text><text class="middle" x="430" y="210">1</text>
    </svg>
    <p role="status"></p>`;

  // As banding.Bands.Recall computes it.
  const recall = (bands, rows, bits, s) => {
    const agreeing = s + (1 - s) * 2 ** -bits;
    return -Math.expm1(bands * Math.log1p(-(agreeing ** rows)));
  };

  const show = () => {
    const { bands, rows, bits, resemblance } = form.elements;
    rows.max = Math.floor(SLOTS / bands.value);
    const share = (s) => recall(+bands.value, +rows.value, +bits.value, s);
    const x = (s) => 50 + 380 * s;
    const y = (p) => 190 - 180 * p;
    let curve = '';
    for (let i = 0; i <= 100; i++) curve += `${i ? 'L' : 'M'}${x(i / 100).toFixed(1)} ${y(share(i / 100)).toFixed(1)}`;
    form.querySelector('.s').setAttribute('d', curve);
    const s = +resemblance.value;
    form.querySelector('.at').setAttribute('d', `M${x(s)} 190V10`);
    form.querySelector('circle').setAttribute('cx', x(s));
    form.querySelector('circle').setAttribute('cy', y(share(s)));
    form.elements.bandsShown.value = bands.value;
    form.elements.rowsShown.value = rows.value;
    form.elements.resemblanceShown.value = s.toFixed(2);
    const percent = new Intl.NumberFormat('en', { maximumFractionDigits: 4 }).format(100 * share(s));
    form.querySelector('[role=status]').textContent =
      `${percent} % of the pairs with a resemblance of ${s.toFixed(2)} are compared.`;
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  picture.closest('p').after(form);
  show();
})();
