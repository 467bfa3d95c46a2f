import { maskTokens } from '../../secrets/mask-tokens.ts';
import { cut } from '../../system/index.ts';
import { commonOptions, type Command, type CommandEntry, type Invocation, type Option, type Options, type WordSource } from '../command.ts';
import { exit } from '../exit.ts';
import { clientByWord } from '../options/clients-option.ts';
import { localTime } from '../reports/times.ts';
import { plain } from '../terminal/style.ts';

/** A word that can be typed, and what it stands for. */
interface Word {
  readonly word: string;
  readonly says: string;
}

/** What may follow. `paths`: the shell completes these itself. */
interface Offer {
  readonly words: readonly Word[];
  readonly paths?: 'files' | 'directories' | undefined;
}

const maxWords = 200;
const maxLength = 100;
const maxMeaning = 60;

/**
 * The hidden command behind the completion scripts: the words that can follow, one a line, each with a tab and what it stands for; a line without a
 * word says which paths can. It writes nothing, and is silent where it cannot read: Tab must never print an error.
 */
export default {
  name: '__complete',
  summary: 'Print the words that the completion scripts offer.',
  usage: '-- [<word>…] <word that is being typed>',
  options: {},
  examples: [['snap __complete -- mcp remove ""', 'what follows "snap mcp remove"']],
  words: { max: 0, rest: true },
  async run(invocation) {
    const { words, paths } = await offer(invocation.rest ?? [], invocation).catch(() => none);
    const lines = words.filter(isOffered).map(({ word, says }) => `${word}\t${cut(plain(says), maxMeaning)}`);
    const all = [...[...new Set(lines)].slice(0, maxWords), ...(paths === undefined ? [] : [`\t${paths}`])];
    if (all.length > 0) invocation.ui.printExact(all.join('\n'));
    return exit.fine;
  },
} satisfies Command;

/** No project, an unreadable store: nothing to offer. */
const none: Offer = { words: [] };

/** What may follow the words before the last one, which is being typed; the shell compares it with what is offered. */
export async function offer(typed: readonly string[], invocation: Invocation): Promise<Offer> {
  const before = typed.slice(0, -1);
  const current = typed.at(-1) ?? '';
  // After "--" comes the command line of another program.
  if (before.includes('--')) return { words: [], paths: 'files' };
  const names = spelledNames(invocation.commands);
  // What follows "snap help" is a command.
  const asksHelp = before[0] === 'help';
  const path = pathOf(asksHelp ? before.slice(1) : before, [...names.keys()]);
  const command = await names.get(asksHelp ? 'help' : path)?.load();
  const options: Options = command === undefined ? (path === '' ? generalOptions : {}) : { ...command.options, ...commonOptions };
  const [option, prefix] = valuedOption(before, current, options);
  if (option !== undefined) {
    const { words, paths } = await valuesOf(option, invocation);
    return { paths, words: words.map(({ word, says }) => ({ word: prefix + word, says })) };
  }
  const spelled = Object.entries(options).map(([name, { help }]) => ({ word: `--${name}`, says: help }));
  if (current.startsWith('-')) return { words: spelled };
  const words = [...nextWords(path, names), ...choicesIn(command?.usage)];
  if (words.length > 0) return { words };
  const paths = command?.takesFiles === true ? 'files' : undefined;
  return { words: command?.completes === undefined ? spelled : await namesOf(command.completes, invocation), paths };
}

const generalOptions: Options = {
  help: commonOptions.help,
  version: { type: 'boolean', short: 'V', help: 'Show the version' },
};

/** The listed commands by each of their names: "snap add" is "snap mcp add". */
function spelledNames(commands: readonly CommandEntry[]): ReadonlyMap<string, CommandEntry> {
  const listed = commands.filter(({ isListed }) => isListed);
  const short = listed.filter(({ group, name }) => group === 'servers' && name.startsWith('mcp '));
  return new Map([...listed.map((one) => [one.name, one] as const), ...short.map((one) => [one.name.slice('mcp '.length), one] as const)]);
}

/** As many of the words as name a command, or the beginning of some. */
function pathOf(words: readonly string[], names: readonly string[]): string {
  let path = '';
  for (const word of words) {
    const longer = `${path} ${word}`.trim();
    if (!names.some((name) => `${name} `.startsWith(`${longer} `))) break;
    path = longer;
  }
  return path;
}

function nextWords(path: string, names: ReadonlyMap<string, CommandEntry>): readonly Word[] {
  const start = path === '' ? '' : `${path} `;
  const following = [...names.keys()].filter((name) => name.startsWith(start)).map((name) => name.slice(start.length).split(' ')[0] ?? '');
  return [...new Set(following)].map((word) => ({ word, says: names.get(start + word)?.summary ?? '' }));
}

/** A usage or a value that is only a choice of words: `bash|zsh|fish`. */
function choicesIn(text = ''): readonly Word[] {
  return /^[a-z0-9-]+(?:\|[a-z0-9-]+)+$/.test(text) ? text.split('|').map((word) => ({ word, says: '' })) : [];
}

/** The option whose value is being typed, and what of it is in the same word: `--scope=`. Bash hands that over as three words. */
function valuedOption(before: readonly string[], current: string, options: Options): readonly [option: Option | undefined, prefix: string] {
  const [prefix = ''] = /^--[^=]+=/.exec(current) ?? [];
  const asked = prefix === '' ? before.at(before.at(-1) === '=' ? -2 : -1) : prefix.slice(0, -1);
  const name = current === '=' ? before.at(-1) : asked;
  const found = Object.entries(options).find(([long, { short }]) => name === `--${long}` || (short !== undefined && name === `-${short}`));
  return [found?.[1].type === 'string' ? found[1] : undefined, prefix];
}

/** The placeholder in the help says what the value is; `a|b` lists the choices. */
async function valuesOf({ completes, value = '' }: Option, invocation: Invocation): Promise<Offer> {
  if (completes !== undefined) return { words: await namesOf(completes, invocation) };
  if (value === 'id') return { words: [...clientByWord].map(([word, { name }]) => ({ word, says: name })) };
  if (value === 'dir') return { words: [], paths: 'directories' };
  if (value === 'file') return { words: [], paths: 'files' };
  return { words: choicesIn(value) };
}

/** Without those that would be taken for an option. */
async function namesOf(source: WordSource, invocation: Invocation): Promise<readonly Word[]> {
  return (await readers[source](invocation)).filter(({ word }) => !word.startsWith('-'));
}

/** What is read on the machine. Each loads only the rooms it reads. */
const readers: Readonly<Record<WordSource, (invocation: Invocation) => Promise<readonly Word[]>>> = {
  async servers({ system }) {
    const { probe } = await import('../../machine/index.ts');
    const { findWorkspace } = await import('../../workspace/index.ts');
    const { clients } = await probe(system, { workspace: await findWorkspace(system, undefined) });
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

/** What a shell can take up as one word, and shows what it is: no name that hides something. */
function isOffered({ word }: Word): boolean {
  return word !== '' && word.length <= maxLength && plain(word) === word && maskTokens(word) === word;
}
