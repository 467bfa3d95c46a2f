// Takes the pictures of docs/vscode.md in a real editor: `node packages/vscode/test/editor/pictures.mjs [light] [dark] [contrast]`
// The extension has to be packed: `node packages/vscode/pack.mjs`
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from './install.mjs';
import { installExtensions, prepareEditor } from './library/editor.mjs';
import { packExtension, packHelper } from './library/pack.mjs';
import { refusingProxy } from './library/proxy.mjs';
import { snap } from './library/states.mjs';
import { repository } from './library/tools.mjs';
import { until } from './library/until.mjs';

const themes = { light: 'Default Light Modern', dark: 'Default Dark Modern', contrast: 'Default High Contrast' };
const into = join(repository, 'docs/pictures/vscode');
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const say = (line) => console.log(line);

const { chromium } = await install(say);
const { chromium: driver } = await import('playwright-core');
const prepared = mkdtempSync(join(tmpdir(), 'snap-ed-x-'));
const proxies = { editor: await refusingProxy(), browser: await refusingProxy() };
const browser = await driver.launch({
  executablePath: chromium,
  args: ['--no-sandbox', '--disable-dev-shm-usage', `--proxy-server=${proxies.browser.url}`],
});
try {
  mkdirSync(into, { recursive: true });
  const packages = [await packExtension({ build: process.argv.includes('--pack'), say }), await packHelper()];
  const extensions = await installExtensions(prepared, packages);
  for (const [name, theme] of Object.entries(themes)) if (asked.length === 0 || asked.includes(name)) await take(name, theme, extensions);
} finally {
  await browser.close();
  for (const proxy of Object.values(proxies)) await proxy.end();
  rmSync(prepared, { recursive: true, force: true });
}

async function take(name, theme, extensions) {
  const user = { 'workbench.colorTheme': theme, 'snap.daemon.autoStart': true, 'snap.mcp.enabled': true };
  const workspace = { 'package.json': '{ "name": "shop" }\n', 'src/pay.ts': 'export const price = 1;\n', 'src/cart.ts': '' };
  const home = {
    '.cursor/mcp.json': '{\n  "mcpServers": {\n    "files": {\n      "command": "node"\n      "args": ["files.js"]\n    }\n  }\n}\n',
  };
  const editor = await prepareEditor({ browser, proxies, extensions, user, workspace, home });
  try {
    await snap(editor, 'snapshot', 'create', '-m', 'before the upgrade');
    await snap(editor, 'learn', 'prices are in cents', 'divide by 100 where they are shown', '--type', 'pitfall');
    await snap(editor, 'task', 'start', 'raise the price', '--file', 'src/pay.ts');
    editor.put('workspace', { 'src/pay.ts': 'export const price = 2;\n', 'src/tax.ts': 'export const tax = 0.19;\n' });
    await editor.start();
    const window = await editor.open();
    await window.page.setViewportSize({ width: 1000, height: 640 });
    if (name === 'light') await window.statusIs(({ text, spins }) => text === 'Snap' && !spins);
    await window.command('Focus on Snapshots View');
    const rows = (text) => window.page.locator('.pane .monaco-list-row').filter({ hasText: text }).first();
    await window.view('Snapshots', 'changed since');
    await rows('before the upgrade').click();
    await rows('pay.ts').click();
    await until('a comparison is shown', async () => (await window.editors()).compares);
    await window.command('Snap: MCP Validate');
    await rows('does not parse').waitFor();
    await window.command('Notifications: Clear All Notifications');
    const picture = (what) => window.screenshot(join(into, `${what}-${name}.png`));
    await picture(name === 'light' ? 'comparison' : 'views');
    if (name !== 'light') return;
    await window.command('Focus on Learnings View');
    await rows('prices are in cents').click();
    await window.page.locator('.tab', { hasText: 'learn_' }).waitFor();
    await picture('learnings');
    await window.command('Snap: Restore All Files from Snapshot');
    await window.picks('before the upgrade');
    await window.pick('before the upgrade');
    const question = await window.dialog('Restore all files');
    await picture('restore');
    await question.press('Cancel');
    await window.command('View: Hide Panel');
    await window.command('View: Toggle Primary Side Bar Visibility');
    await window.command('Welcome: Open Walkthrough');
    await window.picks('Snap');
    await window.pick('Get started with Snap');
    // Lower than this, the page leaves the steps out; narrower, the picture of a step.
    await window.page.setViewportSize({ width: 1200, height: 900 });
    const done = window.page.locator('.getting-started-step .codicon-getting-started-step-checked:visible');
    await until('the steps are marked', async () => (await done.count()) > 0);
    await window.command('Notifications: Clear All Notifications');
    await picture('walkthrough');
  } finally {
    await editor.end();
    editor.remove();
  }
}
