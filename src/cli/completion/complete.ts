import { maskTokens } from '../../secrets/mask-tokens.ts';
import { cut } from '../../system/index.ts';
import type { Command, Invocation } from '../command.ts';
import { exit } from '../exit.ts';
import { workspaceOption } from '../options/workspace-root.ts';
import { localTime } from '../reports/times.ts';
import { plain } from '../terminal/style.ts';
import { wordSources, type WordSource } from './word-source.ts';

/** A word that can be typed, and what it stands for. */
interface Word {
  readonly word: string;
  readonly says: string;
}

const maxWords = 200;
const maxLength = 100;
const maxMeaning = 60;

/**
 * The hidden command behind the completion scripts: the words that can follow, one a line, each with a tab and what it stands for.
 * It writes nothing, and is silent where it cannot read: Tab must never print an error.
 */
export default {
  name: '__complete',
  summary: 'Print the words that the completion scripts offer.',
  usage: '<source>',
  options: workspaceOption,
  examples: [['snap __complete servers', 'what follows "snap mcp remove"']],
  words: { max: 1 },
  async run(invocation) {
    const source = wordSources.find((one) => one === invocation.positionals[0]);
    const words = source === undefined ? [] : await readers[source](invocation).catch(nothing);
    const lines = words.filter(isOffered).map(({ word, says }) => `${word}\t${cut(plain(says), maxMeaning)}`);
    if (lines.length > 0) invocation.ui.printExact([...new Set(lines)].slice(0, maxWords).join('\n'));
    return exit.fine;
  },
} satisfies Command;

/** No project, an unreadable store: nothing to offer. */
const nothing = (): readonly Word[] => [];

/** Each loads only the rooms it reads. */
const readers: Readonly<Record<WordSource, (invocation: Invocation) => Promise<readonly Word[]>>> = {
  async servers({ system, values }) {
    const { probe } = await import('../../machine/index.ts');
    const { findWorkspace } = await import('../../workspace/index.ts');
    const { clients } = await probe(system, { workspace: await findWorkspace(system, values.text('workspace')) });
    const owners = new Map<string, Set<string>>();
    for (const { client, files } of clients)
      for (const { name } of files.flatMap(({ servers }) => servers)) owners.set(name, (owners.get(name) ?? new Set()).add(client.name));
    return [...owners].map(([word, names]) => ({ word, says: [...names].join(', ') }));
  },
  async snapshots(invocation) {
    const { atSnapshots } = await import('../snapshot-desk.ts');
    const all = await atSnapshots(invocation, ({ snapshots }) => snapshots.list());
    return all.map(({ sequence, at, message }) => ({ word: String(sequence), says: `${localTime(at)} ${message ?? ''}`.trim() }));
  },
  async changes({ system }) {
    const { listChanges } = await import('../../changes/index.ts');
    const all = await listChanges(system);
    return all
      .filter(({ state, undoes }) => state === 'done' && undoes === undefined)
      .map(({ number, time, command }) => ({ word: String(number), says: `${localTime(time)} ${command}` }))
      .toReversed();
  },
  async learnings(invocation) {
    const { atDesk } = await import('../desk.ts');
    const all = await atDesk(invocation, ({ bench: { knowledge } }) => knowledge.list());
    return all.map(({ id, trigger }) => ({ word: id, says: trigger }));
  },
  async tasks(invocation) {
    const { atDesk } = await import('../desk.ts');
    const own = await atDesk(invocation, ({ bench: { tasks } }) => tasks.peek());
    return own === undefined ? [] : [{ word: own.task, says: 'continues the open task' }];
  },
  async findings() {
    const { diagnostics } = await import('../../doctor/index.ts');
    return diagnostics.map(({ id, summary }) => ({ word: id, says: summary }));
  },
  async modes() {
    const { aboutMode, usefulModes } = await import('../../checks/index.ts');
    return usefulModes.map((mode) => ({ word: mode, says: aboutMode(mode) }));
  },
  async events() {
    const { eventMeanings } = await import('../../daemon/index.ts');
    return Object.entries(eventMeanings).map(([word, says]) => ({ word, says }));
  },
  async catalogue() {
    const { catalogue } = await import('../add/catalogue/catalogue.ts');
    return catalogue.map(({ id, says }) => ({ word: id, says }));
  },
};

/** What a shell can take up as one word, and shows what it is: no name that hides something, and no option. */
function isOffered({ word }: Word): boolean {
  return word !== '' && word.length <= maxLength && !word.startsWith('-') && plain(word) === word && maskTokens(word) === word;
}
