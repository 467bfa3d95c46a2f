// The ten commands of the extension, and what each shows while a gate is shown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageDirectory } from './tools.mjs';
import { generous, until } from './until.mjs';

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

/** Runs one command from the palette and says what appeared; `undefined` where nothing has after `limit`. */
export async function tryCommand(window, title, limit = generous) {
  const before = await window.shown();
  await window.command(title);
  let seen;
  // As it is when it no longer changes: a list is shown before it has its rows.
  const settled = async () => {
    const now = await window.appeared(before);
    const isSettled = now !== undefined && now === seen;
    seen = now;
    return isSettled;
  };
  try {
    await until(`something is shown after ${title}`, settled, { limit, every: 200 });
  } catch (error) {
    if (limit === generous) throw error;
    return undefined;
  }
  if (fault.test(seen)) throw new Error(`after ${title}: ${seen}`);
  return seen;
}

/** Runs each command while `gate` is shown, and declines whatever it asks. The gate is the same afterwards. */
export async function tryCommands({ note }, window, gate) {
  const { text } = await window.status();
  for (const title of titles) {
    note(gate, title, await tryCommand(window, title));
    await window.tidy();
    await window.statusIs((item) => item.text === text);
  }
}

/** The same while something is going on, which some commands wait for. `again` makes it go on, should it have ended. */
export async function tryMeanwhile({ note }, window, gate, again) {
  for (const title of titles) {
    if (!(await window.status()).spins) await again();
    note(
      gate,
      title,
      (await tryCommand(window, title, 2_000)) ?? 'nothing new is shown; the spinner goes on, and the command waits for its end',
    );
    await window.tidy();
  }
}
