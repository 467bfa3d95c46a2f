// A window of the editor, as a person sees it. Every wait is for something that is shown. What a person would do again when nothing comes of it is done
// again here: the editor loses a click on what it draws again just then, closes a list when something else takes the focus, and shows no message for long.
import { existsSync, readFileSync } from 'node:fs';
import { boxShown, listShown, pickRow, press } from './press.mjs';
import { everythingShown } from './shown.mjs';
import { again, generous, until } from './until.mjs';

const statusItem = '.statusbar-item[id*="snap.status"]';
const quickInput = '.quick-input-widget:visible';
const message = {
  box: '.notifications-toasts .notification-list-item, .notifications-center .notification-list-item',
  said: '.notification-list-item-message',
  button: '.notification-list-item-buttons-container a.monaco-button',
};
/**
 * Addresses of the editor's own files in rendered pages: nothing is asked of that host, the editor's service worker answers. What got past it would be asked
 * of the proxy, which takes note. https://github.com/microsoft/vscode/pull/204645 (2026-11-23)
 */
const ofRenderedPages = /^https:\/\/[^/]*\.vscode-resource\.vscode-cdn\.net\//;
const dialog = { box: '.monaco-dialog-box', said: '.dialog-message-container', button: '.dialog-buttons .monaco-button' };

/** @param place a folder, a `.code-workspace` file, or nothing. */
export async function openWindow(browser, editor, place, limit = generous) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' });
  context.setDefaultTimeout(limit);
  const page = await context.newPage();
  const window = new Window(page, context, editor);
  page.on('request', (request) => window.saw(request.url(), editor.url));
  const kind = place?.endsWith('.code-workspace') ? 'workspace' : 'folder';
  await page.goto(`${editor.url}/?${place === undefined ? 'ew=true' : `${kind}=${encodeURIComponent(place)}`}`);
  await window.ready();
  return window;
}

class Window {
  /** Requests of the page to hosts other than the editor's server. */
  elsewhere = [];

  constructor(page, context, editor) {
    this.page = page;
    this.context = context;
    this.editor = editor;
  }

  saw(url, own) {
    if (/^https?:/.test(url) && !url.startsWith(own) && !ofRenderedPages.test(url)) this.elsewhere.push(url);
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

  /** Does `act` until something comes of it; the first value of `seen`. */
  async repeat(what, act, seen) {
    return again(what, async (limit) => {
      await act();
      return until(what, seen, { limit });
    });
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
  async statusIs(wanted, limit = generous, every = 50) {
    const fits = typeof wanted === 'function' ? wanted : ({ text, label }) => `${text} ${label}`.includes(wanted);
    const begun = Date.now();
    let seen;
    try {
      await until('the status item', async () => (seen = await this.status()) !== undefined && fits(seen), { limit, every });
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
    await until('the status item is clicked', () => this.page.evaluate(press, { box: statusItem, target: 'a' }));
  }

  // The command palette, lists to pick from, fields

  /** Runs a command by its title, as the palette shows it. */
  async command(title) {
    await until(`the palette runs "${title}"`, async () => {
      // A list that was open before the extension was known does not learn of it, and one closes where something else takes the focus just now.
      const isPicked = (await this.offers(title, { keepOpen: true })) && (await this.page.evaluate(pickRow, title)) !== undefined;
      if (!isPicked) await this.dismiss();
      return isPicked;
    });
    await until('the palette is closed', async () => !(await this.list())?.isPalette);
  }

  /** Whether the palette offers the command now. */
  async offers(title, { keepOpen = false } = {}) {
    const found = await again(`the palette answers to "${title}"`, async (limit) => {
      await this.page.keyboard.press('F1');
      await until('the palette is open', async () => (await this.list())?.isPalette, { limit });
      await this.page.locator(`${quickInput} input.input`).fill(`>${title}`, { timeout: limit });
      const answers = async () => {
        const texts = (await this.list())?.rows ?? [];
        if (texts.some((text) => text.includes(title))) return 'yes';
        return texts.some((text) => /No matching|similar commands/.test(text)) && 'no';
      };
      return until('it answers', answers, { limit });
    });
    if (!keepOpen) await this.dismiss();
    return found === 'yes';
  }

  /** The list to pick from, or the field, in one look. */
  async list() {
    return this.page.evaluate(listShown);
  }

  /** What a list to pick from shows, once it shows `expected`. */
  async picks(expected, limit = generous) {
    return until(
      `a list with "${expected}"`,
      async () => {
        const shown = await this.list();
        return shown?.rows.some((row) => row.toLowerCase().includes(expected.toLowerCase())) && shown;
      },
      { limit },
    );
  }

  /** Picks a row, and waits until that is seen; in a list with check boxes it is checked. */
  async pick(text) {
    await again(`"${text}" is picked`, (limit) => this.tryPick(text, limit));
  }

  async tryPick(text, limit) {
    await this.picks(text, limit);
    const before = JSON.stringify(await this.list());
    const done = await this.page.evaluate(pickRow, text);
    if (done === undefined) throw new Error(`the row "${text}" is gone`);
    if (done === 'picked') await until('another list, or none', async () => JSON.stringify(await this.list()) !== before, { limit });
    return true;
  }

  /**
   * Opens a list by `open` and picks `texts` one after the other: the first in it, each other in the list that then comes. In a list with check boxes all
   * are checked in that one, and it is accepted. It begins again where the list was closed before. @returns what the first list showed.
   */
  async choose(open, ...texts) {
    return again(`${texts.join(', ')} in a list`, async (limit) => {
      await open();
      const first = await this.picks(texts[0], limit);
      for (const text of texts) await this.tryPick(text, limit);
      if (first.isMany) await this.tryAccept(limit);
      return first;
    });
  }

  /** Takes what is chosen in a list with check boxes, or what is in a field. */
  async accept() {
    await again('what is chosen is taken', (limit) => this.tryAccept(limit));
  }

  async tryAccept(limit) {
    const before = await this.list();
    if (before === undefined) throw new Error('there is no list');
    await this.page.locator(`${quickInput} input.input`).press('Enter', { timeout: limit });
    const isTaken = async () => {
      const now = await this.list();
      return now?.title !== before.title || now.hint !== before.hint;
    };
    return until('it is taken', isTaken, { limit });
  }

  /** Types a folder into the editor's own dialog for files, and takes it once that shows a folder `inner` of it: taken sooner, it is the folder before. */
  async chooseFolder(path, inner) {
    await again(`${path} is chosen`, async (limit) => {
      const input = this.page.locator(`${quickInput} input.input`);
      await input.fill(`${path}/`, { timeout: limit });
      await until(`the folder ${inner} is listed`, async () => (await this.list())?.rows.some((row) => row.startsWith(inner)), { limit });
      await input.press('Enter', { timeout: limit });
      return until('the dialog is closed', async () => (await this.list()) === undefined, { limit });
    });
  }

  async dismiss() {
    await this.repeat(
      'the list is closed',
      () => this.page.keyboard.press('Escape'),
      async () => (await this.list()) === undefined,
    );
  }

  // Messages

  /** The message that contains `text`, also where it is only behind the bell: its whole text, its buttons. */
  async notification(text, limit = generous) {
    const begun = Date.now();
    const look = async () => {
      const found = await this.page.evaluate(boxShown, { ...message, text });
      // Others may be shown instead of it.
      if (found === undefined) await this.openMissed({ besides: Date.now() - begun > 2_000 });
      return found;
    };
    const found = await until(`the message "${text}"`, look, { limit });
    return { ...found, press: (name) => this.answer(message, text, name) };
  }

  /**
   * Opens the list behind the bell where a message has come that is not shown by itself: the editor shows at most three within 800 ms, and takes
   * each away after a while (`besides`: also where others are shown; src/vs/workbench/browser/parts/notifications/notificationsToasts.ts of VS Code, 2026-11-23).
   */
  async openMissed({ besides = false } = {}) {
    const { dialog: asked, list, message: said } = await this.shown();
    // The list behind the bell would close the one that is open.
    if (asked !== '' || list !== '' || (said !== '' && !besides)) return;
    await this.page.evaluate(press, { box: '.statusbar-item[id="status.notifications"]:has(.codicon-bell-dot)', target: 'a' });
  }

  /** The dialog that waits for an answer. */
  async dialog(text = '', limit = generous) {
    const found = await until(`the dialog "${text}"`, () => this.page.evaluate(boxShown, { ...dialog, text }), { limit });
    return { ...found, press: (name) => this.answer(dialog, text, name) };
  }

  /** Presses a button of a message or of a dialog, until that is gone. */
  async answer(kind, text, name) {
    await again(`"${name}" is pressed in "${text}"`, async (limit) => {
      const isPressed = await this.page.evaluate(press, { box: kind.box, text, target: kind.button, name });
      if (isPressed)
        return until('it is gone', async () => (await this.page.evaluate(boxShown, { ...kind, text })) === undefined, { limit });
      if (kind === message) await this.openMissed({ besides: true });
      return false;
    });
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

  // What the helper in the editor does, without the screen; see fixtures/helper

  /** What the helper counts: the calls that it took, and the commands that have not ended. */
  async counts() {
    return until('the helper is there', async () => {
      const helper = await this.page.locator('.statusbar-item[id*="helper.process"]').innerText({ timeout: 5_000 });
      return { helper: helper.trim(), ...JSON.parse(this.editor.read('calls', `${helper.trim()}-counts.json`)) };
    });
  }

  /** Gives the helper something to do, once. @returns what waits for its answer. */
  async tell(does, call = {}) {
    const { helper, taken } = await this.counts();
    const number = taken + 1;
    this.editor.call(helper, { ...call, does, number });
    await until(`the helper begins to ${does}`, async () => (await this.counts()).taken >= number);
    const answer = this.editor.file('calls', `${helper}-answer-${number}.json`);
    const read = () => existsSync(answer) && JSON.parse(readFileSync(answer, 'utf8'));
    return (limit = generous) => until(`the helper answers to ${does}`, read, { limit });
  }

  /** Runs a command by its id, as a click or a key does. @returns what waits for its end, for which `tidy` waits too. */
  async run(command, ...args) {
    return this.tell('run', { command, args });
  }

  /**
   * Closes messages, lists, dialogs, editors and the panel, as the person's Escape and crosses do, until the commands that were run have ended:
   * `waiting` of them may go on.
   */
  async tidy({ waiting = 0 } = {}) {
    await again('everything is closed', async (limit) => {
      const open = await this.shown();
      if (open.dialog !== '' || open.list !== '') await this.page.keyboard.press('Escape');
      await (
        await this.tell('tidy')
      )(limit);
      if ((await this.counts()).running > waiting) return false;
      const { message: said, dialog: asked, list, editors, panel } = await this.shown();
      return [said, asked, list, editors, panel].every((text) => text === '');
    });
  }

  // Panels, views, editors

  /** The rows of Problems, once one contains `expected`. */
  async problems(expected) {
    await (
      await this.run('workbench.panel.markers.view.focus')
    )();
    const all = this.page.locator('.markers-panel .monaco-list-row');
    const rows = async () => (await all.allInnerTexts()).map((text) => text.replaceAll('\n', ' ').trim());
    if (expected === undefined) return rows();
    return until(`the problem "${expected}"`, async () => {
      const shown = await rows();
      return shown.some((row) => row.includes(expected)) && shown;
    });
  }

  /** Opens the file at the problem, with the cursor there. */
  async openProblem(problem, timeout = generous) {
    await this.problems(problem);
    const row = this.page.locator('.markers-panel .monaco-list-row').filter({ hasText: problem }).first();
    await row.dblclick({ timeout });
    await this.page.locator('.monaco-editor.focused').first().waitFor({ timeout });
  }

  /** Opens the fixes of a problem and takes one, until its message `expected` is there. */
  async quickFix(problem, fix, expected) {
    const action = this.page.locator('.action-widget .monaco-list-row').filter({ hasText: fix }).first();
    return again(`the fix "${fix}" is taken`, async (limit) => {
      await this.openProblem(problem, limit);
      await until('the fix is offered', async () => {
        if (await action.isVisible()) return true;
        // Asked too early, the editor knows no fixes, and says so.
        await this.page.keyboard.press('Escape');
        await this.page.keyboard.press('Control+.');
        await action.waitFor({ timeout: limit / 4 });
        return true;
      });
      await action.click({ timeout: limit });
      return this.notification(expected, limit);
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

  /** Opens a file of the workspace by its name. */
  async openFile(name) {
    await this.repeat(
      `${name} is open`,
      async () => (await this.tell('open', { name }))(),
      () => this.page.locator('.tabs-container .tab.active', { hasText: name }).isVisible(),
    );
  }

  /** The text of the rendered page that contains `expected`: the editor shows it in a frame of its own. */
  async rendered(expected) {
    return until(`the rendered page "${expected}"`, async () => {
      for (const frame of this.page.frames()) {
        const text = await frame.evaluate(() => document.body?.innerText ?? '').catch(() => '');
        if (frame !== this.page.mainFrame() && text.includes(expected)) return text;
      }
      return undefined;
    });
  }

  async screenshot(path) {
    await this.page.screenshot({ path });
  }
}
