// Drives the packed extension in a real editor: `node packages/vscode/test/editor/run.mjs [--pack] [--list] [scenario …]`
// Exit code 0: every scenario did what it says, or the editor cannot be installed here, which is said. 1: one did not. None is tried twice or left out.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, NotHere } from './install.mjs';
import { installExtensions } from './library/editor.mjs';
import { againWithoutNetwork, saidOfNetwork } from './library/no-network.mjs';
import { refusingProxy } from './library/proxy.mjs';
import { packHelper, packExtension } from './library/pack.mjs';
import { endWhenStopped } from './library/processes.mjs';
import { runScenario } from './library/scenario.mjs';
import { table } from './library/table.mjs';
import { editorTests } from './library/tools.mjs';

const say = (line) => console.log(line);
const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('--'));
const results = join(editorTests, 'results');
const pictures = join(results, 'pictures');

const files = readdirSync(join(editorTests, 'scenarios'))
  .filter((name) => name.endsWith('.mjs'))
  .sort();
const unknown = names.filter((name) => !files.includes(`${name}.mjs`));
if (unknown.length > 0) {
  say(`There is no scenario ${unknown.join(', ')}. There are: ${files.map((name) => name.slice(0, -4)).join(', ')}.`);
  process.exit(2);
}
const scenarios = [];
for (const file of files) {
  if (names.length === 0 || names.includes(file.slice(0, -4))) scenarios.push((await import(`./scenarios/${file}`)).default);
}
if (args.includes('--list')) {
  for (const { name, says } of scenarios) say(`${name}: ${says}`);
  process.exit(0);
}

let chromium;
try {
  ({ chromium } = await install(say));
} catch (error) {
  if (!(error instanceof NotHere) || process.env.SNAP_EDITOR_REQUIRED) throw error;
  say(`The extension was not tried in a real editor, skipped: ${error.message}.`);
  process.exit(0);
}

const code = await againWithoutNetwork();
if (code !== undefined) process.exit(code);

endWhenStopped();
const { chromium: driver } = await import('playwright-core');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const prepared = mkdtempSync(join(tmpdir(), 'snap-ed-x-'));
const begun = Date.now();
// Everything but loopback is asked of a proxy that refuses it and takes note: one for the editor and all that it starts, and one for
// the browser, which asks its maker for updates whichever page it shows.
const proxies = { editor: await refusingProxy(), browser: await refusingProxy() };
const browserArgs = ['--no-sandbox', '--disable-dev-shm-usage', `--proxy-server=${proxies.browser.url}`];
const launch = () => driver.launch({ executablePath: chromium, args: browserArgs });

// Two at once, because a scenario waits more than it works; the ones with `isAlone` come last, one after the other.
const lanes = Number(process.env.SNAP_EDITOR_LANES ?? 2);

const done = [];
let failed = 0;
let browser;
try {
  // SNAP_EDITOR_VSIX: another build of the extension, such as the one that was published.
  const extension = process.env.SNAP_EDITOR_VSIX ?? (await packExtension({ build: args.includes('--pack'), say }));
  const packages = [extension, await packHelper()];
  const extensions = await installExtensions(prepared, packages);
  browser = await launch();
  // The long ones first, so that no lane ends long before the other.
  const together = scenarios
    .filter(({ isAlone }) => !isAlone)
    .sort((one, other) => Number(other.isLong ?? false) - Number(one.isLong ?? false));
  const next = together.values();
  const lane = async () => {
    for (const scenario of next) await run(scenario, extensions);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  for (const scenario of scenarios.filter(({ isAlone }) => isAlone)) await run(scenario, extensions);
} finally {
  await browser?.close();
  for (const proxy of Object.values(proxies)) await proxy.end();
  rmSync(prepared, { recursive: true, force: true });
}
writeFileSync(join(results, 'table.md'), table(done));
say(`\n${table(done)}`);
say(
  `${done.length - failed} of ${done.length} scenarios in ${Math.round((Date.now() - begun) / 1000)} s; the table is in ${join(results, 'table.md')}`,
);
say(saidOfNetwork());
process.exitCode = failed === 0 ? 0 : 1;

async function run(scenario, extensions) {
  // Scenarios run beside each other: each line says whose it is.
  const say = (line) => console.log(line.replaceAll(/^ */gm, (indent) => `${indent}${scenario.name}: `));
  say(`  ${scenario.says}`);
  const outcome = await runScenario(scenario, { browser, proxies, extensions, pictures, say });
  const { failure } = outcome;
  done.push(outcome);
  if (failure) {
    failed++;
    say(`  FAILED at "${failure.step}": ${failure.message}`);
    for (const path of failure.pictures) say(`    picture: ${path}`);
    if (failure.log) say(`    the editor's log ends with:\n${failure.log.replaceAll(/^/gm, '      ')}`);
  } else {
    say(`  fine, ${outcome.seconds} s`);
  }
}
