// Runs in the page. Each looks and clicks in one step: what was found cannot move, be drawn again or be replaced in between.

/**
 * Clicks the first visible `target` with `name` inside of the first visible `box` with `text`; without `target` the box itself.
 * @returns whether there was one.
 */
export function press({ box, text = '', target, name = '' }) {
  const has = (wanted) => (element) =>
    element.getClientRects().length > 0 && element.innerText.replaceAll(/\s+/g, ' ').toLowerCase().includes(wanted.toLowerCase());
  const found = [...document.querySelectorAll(box)].find(has(text));
  const pressed = target === undefined ? found : [...(found?.querySelectorAll(target) ?? [])].find(has(name));
  pressed?.click();
  return pressed !== undefined;
}

/** The first visible `box` with `text`: its text, or that of the element `said` in it, and the names of its buttons. */
export function boxShown({ box, text, said, button }) {
  const visible = (element) => element.getClientRects().length > 0;
  const words = ({ innerText }) => innerText.replaceAll(/\s+/g, ' ').trim();
  const found = [...document.querySelectorAll(box)].find(
    (element) => visible(element) && words(element).toLowerCase().includes(text.toLowerCase()),
  );
  if (found === undefined) return undefined;
  const buttons = [...found.querySelectorAll(button)].filter(visible).map(words);
  return { text: (found.querySelector(said) ?? found).innerText.trim(), buttons };
}

/** The list to pick from, or the field: `undefined` while there is none. */
export function listShown() {
  const widget = [...document.querySelectorAll('.quick-input-widget')].find((element) => element.getClientRects().length > 0);
  if (widget === undefined) return undefined;
  const words = ({ innerText }) => innerText.replaceAll('\n', ' ').trim();
  const field = widget.querySelector('input.input');
  return {
    title: widget.querySelector('.quick-input-title')?.innerText ?? '',
    hint: field?.placeholder ?? '',
    isPalette: field?.value.startsWith('>') ?? false,
    rows: [...widget.querySelectorAll('.quick-input-list .monaco-list-row')].map(words),
    isMany: widget.querySelector('.quick-input-list .monaco-list-row label [aria-checked]') !== null,
  };
}

/** Picks the first row with `text`; in a list with check boxes it is checked, and stays so. @returns what was done; `undefined` where there is no such row. */
export function pickRow(text) {
  const rows = [...document.querySelectorAll('.quick-input-widget .quick-input-list .monaco-list-row')];
  const row = rows.find(
    (element) =>
      element.getClientRects().length > 0 && element.innerText.replaceAll(/\s+/g, ' ').toLowerCase().includes(text.toLowerCase()),
  );
  if (row === undefined) return undefined;
  const box = row.querySelector('label [aria-checked]');
  if (box === null) {
    row.click();
    return 'picked';
  }
  if (box.getAttribute('aria-checked') !== 'true') row.querySelector('label').click();
  return box.getAttribute('aria-checked') === 'true' ? 'checked' : undefined;
}
