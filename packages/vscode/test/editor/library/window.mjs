// A window of the editor, as a person sees it. Every wait is for something that is shown.
import { everythingShown } from './shown.mjs';
import { generous, until } from './until.mjs';

const statusItem = '.statusbar-item[id*="snap.status"]';
const quickInput = '.quick-input-widget:visible';
const rows = `${quickInput} .quick-input-list .monaco-list-row`;

/** @param place a folder, a `.code-workspace` file, or nothing. */
export async function openWindow(browser, editor, place, limit = generous) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  page.setDefaultTimeout(limit);
  const window = new Window(page, context);
  page.on('request', (request) => window.saw(request.url(), editor.url));
  const kind = place?.endsWith('.code-workspace') ? 'workspace' : 'folder';
  await page.goto(`${editor.url}/?${place === undefined ? 'ew=true' : `${kind}=${encodeURIComponent(place)}`}`);
  await window.ready();
  return window;
}

class Window {
  /** Requests of the page to hosts other than the editor's server. */
  elsewhere = [];

  constructor(page, context) {
    this.page = page;
    this.context = context;
  }

  saw(url, own) {
    if (/^https?:/.test(url) && !url.startsWith(own)) this.elsewhere.push(url);
  }

  async ready() {
    await this.page.locator('.monaco-workbench .statusbar').waitFor();
  }

  /** As a person reloads it: the extension is ended and started again. */
  async reload() {
    await this.page.reload();
    await this.ready();
  }

  async close() {
    await this.context.close();
  }

  // The status bar

  /** The item of the extension; `undefined` while there is none. Several would be a fault, and throw. */
  async status() {
    const items = await this.page.locator(statusItem).evaluateAll((elements) =>
      elements.map((element) => ({
        text: element.textContent.trim(),
        label: element.querySelector('a')?.getAttribute('aria-label') ?? element.getAttribute('aria-label'),
        icon: element.querySelector('.codicon')?.className.match(/codicon-(?!modifier)([\w-]+)/)?.[1],
        spins: element.querySelector('.codicon-modifier-spin') !== null,
        background: element.classList.contains('error-kind') ? 'error' : element.classList.contains('warning-kind') ? 'warning' : 'none',
      })),
    );
    if (items.length > 1) throw new Error(`${items.length} items in the status bar: ${items.map(({ text }) => text).join(', ')}`);
    return items[0];
  }

  /** Waits until the status item is as `wanted`: a text to contain, or a function. Returns it, and how long that took. */
  async statusIs(wanted, limit = generous) {
    const fits = typeof wanted === 'function' ? wanted : ({ text, label }) => `${text} ${label}`.includes(wanted);
    const begun = Date.now();
    let seen;
    try {
      await until('the status item', async () => (seen = await this.status()) !== undefined && fits(seen), { limit, every: 20 });
    } catch (error) {
      throw new Error(`the status item is ${seen ? `"${seen.text}" (${seen.label})` : 'not there'}, not ${wanted}: ${error.message}`, {
        cause: error,
      });
    }
    return { ...seen, ms: Date.now() - begun };
  }

  /** Takes note of every change of the status item, with the time at which it was shown. */
  async recordStatus() {
    await this.page.evaluate((selector) => {
      const history = (globalThis.snapStatus = []);
      const look = () => {
        const element = document.querySelector(selector);
        const text = element?.textContent.trim() ?? '';
        const spins = element?.querySelector('.codicon-modifier-spin') != null;
        const last = history.at(-1);
        if (last?.text !== text || last.spins !== spins) history.push({ at: Date.now(), text, spins });
      };
      look();
      new MutationObserver(look).observe(document.querySelector('.statusbar'), {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    }, statusItem);
  }

  async statusHistory() {
    return this.page.evaluate(() => globalThis.snapStatus);
  }

  async clickStatus() {
    await this.page.locator(`${statusItem} a`).click();
  }

  // The command palette, lists to pick from, fields

  /** Runs a command by its title, as the palette shows it. */
  async command(title) {
    await until(`the palette offers "${title}"`, async () => {
      if (await this.offers(title, { keepOpen: true })) {
        // The palette closes where something else takes the focus just now.
        const isClicked = await this.page
          .locator(rows)
          .filter({ hasText: title })
          .first()
          .click({ timeout: 5_000 })
          .then(
            () => true,
            () => false,
          );
        if (isClicked) return true;
      }
      // A list that was open before the extension was known does not learn of it.
      await this.dismiss();
      return false;
    });
  }

  /** Whether the palette offers the command now. */
  async offers(title, { keepOpen = false } = {}) {
    await this.page.keyboard.press('F1');
    await this.page.locator(`${quickInput} input.input`).fill(`>${title}`, { timeout: 10_000 });
    const answers = async () => {
      const texts = await this.page.locator(rows).allInnerTexts();
      if (texts.some((text) => text.includes(title))) return 'yes';
      return texts.some((text) => /No matching|similar commands/.test(text)) && 'no';
    };
    const found = await until(`the palette answers to "${title}"`, answers, { limit: 20_000 });
    if (!keepOpen) await this.dismiss();
    return found === 'yes';
  }

  /** What a list to pick from shows, once it shows `expected`. */
  async picks(expected) {
    const list = this.page.locator(rows).filter(expected ? { hasText: expected } : {});
    await list.first().waitFor();
    return {
      title: await this.page.locator(`${quickInput} .quick-input-title`).innerText(),
      rows: (await this.page.locator(rows).allInnerTexts()).map((text) => text.replaceAll('\n', ' ').trim()),
    };
  }

  async pick(text) {
    await this.page.locator(rows).filter({ hasText: text }).first().click();
  }

  /** Takes what is chosen in a list with check boxes, or what is in a field. */
  async accept() {
    await this.page.keyboard.press('Enter');
  }

  async dismiss() {
    await this.page.keyboard.press('Escape');
    await this.page.locator(quickInput).waitFor({ state: 'hidden' });
  }

  // Messages

  /** The message that contains `text`: its whole text, its buttons. */
  async notification(text, limit = generous) {
    const toast = this.page.locator('.notifications-toasts .notification-toast').filter({ hasText: text }).first();
    await toast.waitFor({ timeout: limit });
    return {
      text: (await toast.locator('.notification-list-item-message').innerText()).trim(),
      buttons: await toast.locator('.notification-list-item-buttons-container a.monaco-button').allInnerTexts(),
      press: (name) => toast.locator('.notification-list-item-buttons-container a.monaco-button').filter({ hasText: name }).first().click(),
    };
  }

  /**
   * Opens the list behind the bell where a message has come that is not shown by itself: the editor shows at most three within 800 ms, and takes
   * each away after a while (src/vs/workbench/browser/parts/notifications/notificationsToasts.ts of VS Code, 2026-11-23).
   */
  async openMissed() {
    if ((await this.shown()).message !== '') return;
    const bell = this.page.locator('.statusbar-item[id="status.notifications"]');
    if ((await bell.locator('.codicon-bell-dot').count()) > 0) await bell.locator('a').click();
  }

  /** The dialog that waits for an answer. */
  async dialog(text = '', limit = generous) {
    const box = this.page.locator('.monaco-dialog-box').filter({ hasText: text }).first();
    await box.waitFor({ timeout: limit });
    return {
      text: (await box.locator('.dialog-message-container').innerText()).trim(),
      buttons: (await box.locator('.dialog-buttons .monaco-button').allInnerTexts()).map((name) => name.trim()),
      press: (name) => box.locator('.dialog-buttons .monaco-button').filter({ hasText: name }).first().click(),
    };
  }

  /** Everything that a command can show, in one look. */
  async shown() {
    return this.page.evaluate(everythingShown);
  }

  /** What has appeared since `before`, as one line; `undefined` while nothing has. */
  async appeared(before) {
    const now = await this.shown();
    const parts = Object.entries(now).filter(([part, text]) => text !== '' && text !== before[part]);
    return parts.length === 0 ? undefined : parts.map(([part, text]) => `${part}: ${text}`).join(' | ');
  }

  /** What the helper in the editor counts; see fixtures/helper. */
  async counts() {
    const text = await this.page.locator('.statusbar-item[id*="helper.counts"]').innerText({ timeout: 20_000 });
    const [tidied, begun, running] = text.trim().split(' ').map(Number);
    return { tidied, begun, running };
  }

  /** Runs a command of the extension by its id, as a click or a key does; `tidy` waits for its end. */
  async run(editor, id) {
    const { begun } = await this.counts();
    editor.tell({ command: id });
    await until(`${id} is begun`, async () => {
      await this.page.keyboard.press('Control+Alt+Shift+8');
      return until('it is begun', async () => (await this.counts()).begun > begun, { limit: 10_000, every: 20 });
    });
  }

  /**
   * Closes messages, lists, dialogs, editors and the panel, as the person's Escape and crosses do, until the commands that were run have ended:
   * `waiting` of them may go on.
   */
  async tidy({ waiting = 0 } = {}) {
    for (let press = 0; press < 5; press++) {
      const { dialog, list } = await this.shown();
      if (dialog === '' && list === '') break;
      await this.page.keyboard.press('Escape');
    }
    await until('everything is closed', async () => {
      const { tidied } = await this.counts();
      await this.page.keyboard.press('Control+Alt+Shift+9');
      await until('the helper has closed everything', async () => (await this.counts()).tidied !== tidied, { limit: 20_000, every: 20 });
      if ((await this.counts()).running > waiting) return false;
      const { message, dialog, list, editors, panel } = await this.shown();
      return [message, dialog, list, editors, panel].every((text) => text === '');
    });
  }

  // Panels, views, editors

  /** The rows of Problems, once one contains `expected`. */
  async problems(expected) {
    await this.command('Problems: Focus on Problems View');
    const all = this.page.locator('.markers-panel .monaco-list-row');
    if (expected !== undefined) await all.filter({ hasText: expected }).first().waitFor();
    return (await all.allInnerTexts()).map((text) => text.replaceAll('\n', ' ').trim());
  }

  /** Opens the fixes of a problem and takes one. */
  async quickFix(problem, fix) {
    await this.problems(problem);
    // Opens the file at the problem, with the cursor there.
    await this.page.locator('.markers-panel .monaco-list-row').filter({ hasText: problem }).first().dblclick();
    await this.page.locator('.monaco-editor.focused').first().waitFor();
    await until(`the fix "${fix}" is offered`, async () => {
      await this.page.keyboard.press('Control+.');
      const action = this.page.locator('.action-widget .monaco-list-row').filter({ hasText: fix }).first();
      try {
        await action.waitFor({ timeout: 3_000 });
      } catch {
        await this.page.keyboard.press('Escape');
        return false;
      }
      await action.click();
      return true;
    });
  }

  /** The rows of a view of the extension, by its name. */
  async view(name, expected) {
    const pane = this.page.locator('.pane').filter({ has: this.page.locator('.pane-header', { hasText: name }) });
    const all = pane.locator('.monaco-list-row');
    if (expected !== undefined) await all.filter({ hasText: expected }).first().waitFor();
    return { pane, rows: (await all.allInnerTexts()).map((text) => text.replaceAll('\n', ' ').trim()) };
  }

  /** The titles of the open editors, and whether a comparison is shown. */
  async editors() {
    return {
      titles: await this.page.locator('.tabs-container .tab .monaco-icon-label').allInnerTexts(),
      compares: (await this.page.locator('.monaco-diff-editor:visible').count()) > 0,
    };
  }

  /** Opens an output channel and waits for a line. */
  async output(channel, expected) {
    await this.command('Output: Show Output Channels');
    await this.pick(channel);
    const view = this.page.locator('.output-view .view-lines').first();
    const text = async () => (await view.innerText()).replaceAll('\u00a0', ' ');
    await until(`the output "${channel}" says ${expected}`, async () => (await text()).includes(expected));
    return text();
  }

  /** Shows the file, as the palette opens it. */
  async openFile(name) {
    await this.page.keyboard.press('Control+P');
    const field = this.page.locator(`${quickInput} input.input`);
    await field.waitFor();
    await field.fill(name);
    await this.page.locator(rows).filter({ hasText: name }).first().click();
    await this.page.locator('.tabs-container .tab', { hasText: name }).waitFor();
  }

  async screenshot(path) {
    await this.page.screenshot({ path });
  }
}
