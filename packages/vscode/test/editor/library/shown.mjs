/** Runs in the page: the text of everything that a command of an extension can show, `''` where there is nothing. */
export function everythingShown() {
  const visible = (element) => element.getClientRects().length > 0;
  const texts = (selector) =>
    [...document.querySelectorAll(selector)].filter(visible).map((element) => element.innerText.replaceAll(/\s+/g, ' ').trim());
  const quick = [...document.querySelectorAll('.quick-input-widget')].find(visible);
  const field = quick?.querySelector('input.input');
  // What the editor says of itself while it is busy is no answer to a command.
  const ofTheEditor = /^Activating Extensions/;
  // The palette itself, and what is left of it.
  const isPalette = field?.value.startsWith('>');
  const list = [...(quick?.querySelectorAll('.quick-input-list .monaco-list-row') ?? [])].map(({ innerText }) =>
    innerText.replaceAll(/\s+/g, ' ').trim(),
  );
  const title = quick?.querySelector('.quick-input-title')?.innerText ?? '';
  return {
    message: texts('.notifications-toasts .notification-toast .notification-list-item, .notifications-center .notification-list-item')
      .filter((text) => !ofTheEditor.test(text))
      .join(' / '),
    dialog: texts('.monaco-dialog-box').join(' / '),
    list: quick === undefined || isPalette ? '' : `${title} [${field?.placeholder ?? ''}] ${list.join('; ')}`,
    editors: texts('.tabs-container .tab').join(', '),
    panel: texts('.part.panel .composite.title .action-item.checked').join(', '),
    terminal: texts('.part.panel .terminal-wrapper').length > 0 ? 'a terminal' : '',
    status: texts('.statusbar-item[id*="snap.status"]').join(', '),
  };
}
