// The ten commands of the extension, and what each shows while a gate is shown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { press } from './press.mjs';
import { packageDirectory } from './tools.mjs';
import { until } from './until.mjs';

const json = (name) => JSON.parse(readFileSync(join(packageDirectory, name), 'utf8'));
const words = json('package.nls.json');

/** Their ids, and their titles as the palette shows them. */
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
].map((name) => ({ id: `snap.${name}`, title: `Snap: ${words[`command.${name}`]}` }));

/** What no command may show: a fault of the extension instead of words for a person. */
const fault =
  /command '.*' not found|is not a function|undefined|\[object|Cannot read prop|Running the contributed command|\bat .*\.js:\d+/;

/** How often something is made to go on for one command. */
const maxTurns = 20;

/** Says what has appeared since `before`, as it is when it no longer changes: a list is shown before it has its rows. */
async function settled(window, before, title) {
  let seen;
  await until(
    `something is shown after ${title}`,
    async () => {
      await window.openMissed();
      const now = await window.appeared(before);
      const isSettled = now !== undefined && now === seen;
      seen = now;
      return isSettled;
    },
    { every: 100 },
  );
  if (fault.test(seen)) throw new Error(`after ${title}: ${seen}`);
  return seen;
}

/** Whether a message says that something is waited for; it has a button that stops the waiting. */
const waits = async (window) => /\bCancel\b/.test((await window.shown()).message);

/** Presses that button. */
const stopWaiting = (window) =>
  window.page.evaluate(press, { box: '.notification-list-item', text: 'Cancel', target: 'a.monaco-button', name: 'Cancel' });

/** Runs one command and says what appeared. Where it says that it waits, also what comes after that, or after the waiting was stopped. */
async function tryCommand(run, window, title, { stop = false } = {}) {
  const before = await window.shown();
  await run();
  const first = await settled(window, before, title);
  if (!(await waits(window))) return first;
  if (stop) await stopWaiting(window);
  await until(`the waiting after ${title} ends`, async () => !(await waits(window)));
  return `${first} → ${await settled(window, before, title)}`;
}

/**
 * Runs each command while `gate` is shown, and declines each question. The gate is the same afterwards.
 * With `fromPalette` as a person finds it there, otherwise by its id, as a click or a key runs it. `back` leads back to the gate after a command that
 * has left it without a question.
 */
export async function tryCommands({ note }, window, gate, { fromPalette = false, back } = {}) {
  const { text } = await window.status();
  for (const { id, title } of ten) {
    const run = () => (fromPalette ? window.command(title) : window.run(id));
    note(gate, title, await tryCommand(run, window, title));
    await window.tidy();
    if (back !== undefined && (await window.status()).text !== text) await back();
    await window.statusIs((item) => item.text === text);
  }
}

/** The same while something is going on, for which some commands wait until they are stopped. `again` makes it go on, should it have ended. */
export async function tryMeanwhile({ note }, window, gate, again) {
  for (const { id, title } of ten) {
    let seen;
    let { spins } = await window.status();
    let turn = 0;
    do {
      if (++turn > maxTurns) throw new Error(`${gate} ended ${maxTurns} times before ${title} had shown what it does meanwhile`);
      if (!spins) {
        // What waited for it has ended as well, and shows what it has to say.
        await window.tidy();
        await again();
      }
      const { running } = await window.counts();
      seen = await tryCommand(() => window.run(id), window, title, { stop: true });
      await window.tidy({ waiting: running + 1 });
      ({ spins } = await window.status());
    } while (!spins);
    note(gate, title, seen);
  }
}
