import { didYouMean, nearest, SnapError } from '../system/index.ts';
import type { Command, CommandEntry } from './command.ts';
import { plain } from './terminal/style.ts';

/** Words that people type for a command from what they know of other programs. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  install: ['mcp add', 'setup', 'tools configure'],
  search: ['mcp add --list', 'learnings search'],
  configure: ['setup', 'tools configure'],
  uninstall: ['uninstall', 'tools remove', 'mcp remove'],
  find: ['mcp add --list', 'mcp scan'],
  detect: ['mcp scan'],
  discover: ['mcp scan'],
  servers: ['mcp scan --by server'],
  ls: ['mcp scan', 'snapshot list', 'learnings'],
  list: ['mcp scan', 'snapshot list', 'learnings'],
  get: ['mcp scan --by server', 'learnings show'],
  lint: ['check', 'mcp validate'],
  test: ['check', 'mcp validate'],
  diagnose: ['mcp validate', 'doctor'],
  fix: ['mcp repair'],
  rm: ['mcp remove', 'learnings forget'],
  del: ['mcp remove', 'learnings forget'],
  delete: ['mcp remove', 'learnings forget'],
  remove: ['mcp remove', 'learnings forget'],
  copy: ['mcp sync'],
  log: ['mcp undo --list', 'daemon logs'],
  revert: ['mcp undo', 'snapshot restore'],
  rollback: ['mcp undo', 'snapshot restore'],
  save: ['snapshot create', 'learn'],
  backup: ['snapshot create'],
  remember: ['learn'],
  memory: ['learnings', 'status'],
  serve: ['mcp'],
  server: ['mcp', 'mcp add'],
  start: ['setup', 'mcp', 'task start'],
  assistants: ['mcp scan'],
  approve: ['trust'],
  advice: ['brief'],
  version: ['--version'],
};

/** @param words what was typed after `snap`, without options. */
export function unknownCommand(words: readonly string[], commands: readonly CommandEntry[]): SnapError {
  const typed = words.slice(0, 2);
  const meant = commandsMeant(typed, commands).map((name) => `snap ${name}`);
  const shown = plain(typed.join(' ')).slice(0, 60);
  const family = commands.some(({ name }) => name.startsWith(`${typed[0]} `)) ? `${plain(typed[0] ?? '')} ` : '';
  return new SnapError('usage', `snap has no command "${shown}".`, {
    hint: `${didYouMean(meant)} "snap ${family}--help" lists ${family === '' ? 'all' : 'its'} commands.`.trim(),
  });
}

/** What two words, or one, were meant to be: by both, by what begins with the first, by the last alone, by the first alone. */
function commandsMeant(typed: readonly string[], commands: readonly CommandEntry[]): readonly string[] {
  const names = commands.filter(({ isListed }) => isListed).map(({ name }) => name);
  const [first = '', second] = typed;
  if (second === undefined) return among(first, names);
  // "install context7": what the word is in other programs, rather than a name that the second looks like.
  const family = names.filter((name) => name.startsWith(`${first} `));
  const meant = [...knownOf(first, names), ...knownOf(second, family)];
  if (meant.length > 0) return meant;
  const both = nearest(
    `${first} ${second}`,
    names.filter((name) => name !== first),
  );
  if (both.length > 0) return both;
  const inFamily = among(second, family);
  if (inFamily.length > 0) return inFamily;
  // After a word that other commands begin with, only the second can be wrong.
  const words = family.length > 0 ? [second] : [second, first];
  return words.map((word) => among(word, names)).find((found) => found.length > 0) ?? [];
}

function among(word: string, names: readonly string[]): readonly string[] {
  // What is a slip of a command is meant before what the word may stand for.
  return [...new Set([...knownOf(word, names), ...nearest(word, names)])].slice(0, 3);
}

/** What a word of other programs is here. */
function knownOf(word: string, names: readonly string[]): readonly string[] {
  const other = Object.hasOwn(otherWords, word.toLowerCase()) ? (otherWords[word.toLowerCase()] ?? []) : [];
  return other.filter((name) => name.startsWith('--') || names.includes(name.replace(/ --.*$/, '')));
}

/** @param spelled as typed: `--curser`, `-x`; a value after `=` is left out, as it may be a secret. */
export function unknownOption(spelled: string, { name, options }: Pick<Command, 'name' | 'options'>): SnapError {
  const [typed = ''] = spelled.split('=');
  const meant = nearOptions(typed.replace(/^-+/, ''), Object.keys(options)).map((option) => `--${option}`);
  return new SnapError('usage', `snap ${name} has no option "${plain(typed).slice(0, 60)}".`, {
    hint: `${didYouMean(meant)} See "snap ${name} --help".`.trim(),
  });
}

/** Of a short word any other is a guess: three letters are in the middle of many names. */
export function nearOptions(typed: string, names: readonly string[]): readonly string[] {
  return nearest(typed, names).filter((name) => typed.length > 3 || name.startsWith(typed));
}

/** An option in the place of a command. @param words those that follow it. */
export function unknownGeneralOption(spelled: string, words: readonly string[], commands: readonly CommandEntry[]): SnapError {
  const [typed = ''] = spelled.split('=');
  const general = ['help', 'version'];
  const meant = typed === '-v' ? ['version'] : nearest(typed.replace(/^-+/, ''), general, 1);
  // `snap --json mcp scan`: the command is there, in the wrong place.
  const command = commands.find(({ name }) => name === words.slice(0, 2).join(' ')) ?? commands.find(({ name }) => name === words[0]);
  const hint =
    meant.length === 0 && command !== undefined
      ? `Options follow the command: snap ${command.name} ${plain(typed).slice(0, 60)}`
      : `${didYouMean(meant.map((name) => `snap --${name}`))} "snap --help" lists all commands.`.trim();
  return new SnapError('usage', `snap has no option "${plain(typed).slice(0, 60)}".`, { hint });
}
