// The ten commands of the extension, and what each shows while a gate is shown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageDirectory } from './tools.mjs';
import { until } from './until.mjs';

const json = (name) => JSON.parse(readFileSync(join(packageDirectory, name), 'utf8'));
const words = json('package.nls.json');

/** Their titles, as the palette shows them. */
const ten = [
  'installCli',
  'startDaemon',
  'signIn',
  'initializeWorkspace',
  'configureMcp',
  'mcpDiagnose',
  'mcpReconnect',
  'mcpReset',
  'mcpValidate',
  'mcpStatus',
];
export const titles = ten.map((id) => `Snap: ${words[`command.${id}`]}`);

/** What no command may show: a fault of the extension instead of words for a person. */
const fault =
  /command '.*' not found|is not a function|undefined|\[object|Cannot read prop|Running the contributed command|\bat .*\.js:\d+/;

/** Runs one command from the palette and says what appeared. */
export async function tryCommand(window, title) {
  const before = await window.shown();
  await window.command(title);
  const seen = await until(`something is shown after ${title}`, () => window.appeared(before));
  if (fault.test(seen)) throw new Error(`after ${title}: ${seen}`);
  return seen;
}

/** Runs each command while `gate` is shown, and declines whatever it asks. The gate is the same afterwards. */
export async function tryCommands({ note }, window, gate, only = titles) {
  const { text } = await window.status();
  for (const title of only) {
    note(gate, title, await tryCommand(window, title));
    await window.tidy();
    await window.statusIs((item) => item.text === text);
  }
}
