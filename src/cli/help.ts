import { commandGroups, commonOptions, type Command, type CommandEntry, type CommandGroup, type Option, type Options } from './command.ts';
import { twoColumns, wrapLine } from './terminal/wrap.ts';

/** Groups of several lines have a title; of the others one line says enough. */
const titles: Readonly<Partial<Record<CommandGroup, string>>> = {
  setup: 'Set up',
  servers: 'Servers of all assistants ("snap add" is "snap mcp add")',
  code: 'Code',
  task: 'Task',
  memory: 'Memory',
  more: 'More',
};

/** What the commands have in common that begin with a word, for the line that names them all. */
const families: Readonly<Record<string, string>> = {
  tools: "snap's own entry in assistants",
  task: 'a piece of work, with a snapshot before it',
  learnings: 'what was learned here',
  snapshot: 'the files of a project',
  sources: 'servers that snap may ask',
  login: 'the account at your backend',
  daemon: 'one process for all assistants',
  mcp: 'the server that assistants start',
};

/** Longer lines are hard to read on any screen. */
const maxColumns = 80;

/** How many columns help is made for. @param width of the terminal; `undefined` where there is none. */
export function helpColumns(width: number | undefined): number {
  return Math.max(30, Math.min(width ?? maxColumns, maxColumns));
}

/** Every listed command, in groups, on one screen. @param hasBackend whether an account is of any use */
export function generalHelp(
  version: string,
  commands: readonly CommandEntry[],
  { columns = maxColumns, hasBackend = false }: { readonly columns?: number; readonly hasBackend?: boolean } = {},
): string {
  const left = 12;
  const rowsOf = (group: CommandGroup): readonly string[] =>
    twoColumns(familyRows(commands.filter((command) => command.isListed && command.group === group)), { columns, left });
  const untitled = commandGroups.filter((group) => titles[group] === undefined && (group !== 'account' || hasBackend));
  return [
    ...wrapLine(
      `snap ${version} sets up, checks and repairs the MCP servers of your AI coding assistants, and saves your work.`,
      columns,
      0,
    ),
    '',
    ...wrapLine('Usage: snap <command> [options]    Begin with: snap setup. Only look: snap scan', columns),
    ...commandGroups.flatMap((group) => {
      const title = titles[group];
      const lone = group === untitled[0] ? ['', ...untitled.flatMap(rowsOf)] : [];
      return title === undefined ? lone : ['', ...wrapLine(`${title}:`, columns, 0), ...rowsOf(group)];
    }),
    '',
    ...wrapLine('More: snap <command> --help, snap help environment, snap --version', columns, 0),
  ].join('\n');
}

/** A row for each command; those that begin with the same word share one. */
function familyRows(own: readonly CommandEntry[]): readonly Row[] {
  const spoken = own.map(({ group, name, summary }) => ({
    words: (group === 'servers' ? name.replace('mcp ', '') : name).split(' '),
    summary,
  }));
  const firsts = [...new Set(spoken.map(({ words: [first = ''] }) => (own[0]?.group === 'account' ? 'login' : first)))];
  return firsts.map((first) => {
    const members = own[0]?.group === 'account' ? spoken : spoken.filter(({ words }) => words[0] === first);
    const others = members.map(({ words }) => (words[0] === first ? words.slice(1) : words).join(' ')).filter((word) => word !== '');
    const [one] = members;
    if (one === undefined || others.length === 0) return [first, one?.summary ?? ''];
    return [first, `${[...(first === 'mcp' ? ['--stdio'] : []), ...others].join(', ')}: ${families[first] ?? one.summary}`];
  });
}

/** The commands that begin with the same word. @param own the command of that word alone, where there is one. */
export function familyHelp(
  word: string,
  {
    own,
    family,
    columns = maxColumns,
  }: { readonly own: Command | undefined; readonly family: readonly CommandEntry[]; readonly columns?: number },
): string {
  const alone =
    own === undefined
      ? []
      : [
          '',
          `${own.summary.replace(/\.$/, '')}:`,
          ...wrapLine(`  snap ${own.name} ${own.usage}`, columns),
          ...detailLines(own, columns, '  '),
          '',
          ...optionLines(own, columns),
        ];
  return [
    `Usage: snap ${word} <command> [options]`,
    '',
    'Commands:',
    ...commandLines(family, columns, family),
    '',
    ...wrapLine(`For the options of one: snap ${word} <command> --help`, columns),
    ...alone,
  ].join('\n');
}

/** The help of one command. */
export function commandHelp(command: Command, columns = maxColumns): string {
  return [
    ...wrapLine(command.summary, columns, 0),
    '',
    ...wrapLine(`Usage: snap ${command.name}${command.usage === '' ? '' : ` ${command.usage}`}`, columns, 7),
    ...choiceLines(command, columns),
    ...(command.details === undefined ? [] : ['', ...detailLines(command, columns, '')]),
    '',
    ...optionLines(command, columns),
    '',
    'Examples:',
    ...command.examples.flatMap(([line, says]) => [...exampleLines(line, columns), ...wrapLine(`      ${says}`, columns, 6)]),
  ].join('\n');
}

/** A long line ends in a backslash, so that it can be copied as it is. */
function exampleLines(line: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let current = ' ';
  for (const word of line.match(/(?:"[^"]*"|'[^']*'|[^ ])+/g) ?? []) {
    if (current.length + word.length + 3 > columns && current.trim() !== '') {
      lines.push(`${current} \\`);
      current = '   ';
    }
    current += ` ${word}`;
  }
  return [...lines, current];
}

function commandLines(own: readonly CommandEntry[], columns: number, all: readonly CommandEntry[]): readonly string[] {
  return twoColumns(
    own.map(({ name, summary }) => [name, summary] as const),
    { columns, left: Math.max(...all.map(({ name }) => name.length)) },
  );
}

function choiceLines({ choices }: Command, columns: number): readonly string[] {
  if (choices === undefined) return [];
  const left = Math.max(...choices.rows.map(([word]) => word.length));
  return ['', `${choices.title}:`, ...twoColumns(choices.rows, { columns, left })];
}

/** Each paragraph wrapped again. */
function detailLines({ details = '' }: Command, columns: number, indent: string): readonly string[] {
  return details.split('\n').flatMap((line) => (line === '' ? [''] : wrapLine(indent + line, columns, indent.length)));
}

/** The command's own options first, then the parts that many commands share. */
function optionLines(command: Command, columns: number): readonly string[] {
  const options: readonly (readonly [string, Option])[] = Object.entries(command.options);
  const rowsOf = (part: Option['part']) => options.filter(([, option]) => option.part === part).map(rowOf);
  const flags = options.filter(([, { part }]) => part === 'assistant').map(([name]) => `--${name}`);
  const common: Options = commonOptions;
  const parts: readonly (readonly [title: string, rows: readonly Row[]])[] = [
    ['Options', rowsOf(undefined)],
    ['Which assistants and files', [...(flags.length === 0 ? [] : [flagsRow(flags)]), ...rowsOf('where')]],
    ['How changes are written', rowsOf('how')],
    ['General', Object.entries(common).map(rowOf)],
  ];
  const left = Math.min(24, Math.max(...parts.flatMap(([, rows]) => rows.map(([word]) => word.length))));
  return parts
    .filter(([, rows]) => rows.length > 0)
    .flatMap(([title, rows], i) => [...(i === 0 ? [] : ['']), `${title}:`, ...twoColumns(rows, { columns, left })])
    .filter((line, i) => i > 0 || line !== '');
}

type Row = readonly [left: string, right: string];

const shownFlags = ['--claude', '--cursor', '--vscode'];

/** All flags that each name an assistant, in one row. */
function flagsRow(flags: readonly string[]): Row {
  const known = shownFlags.filter((flag) => flags.includes(flag));
  const claude = known.includes('--claude') ? ' (--claude is Claude Desktop)' : '';
  return ['--<assistant>', `Only this one; may be repeated: ${known.join(', ')} … "snap scan --all" lists them${claude}`];
}

function rowOf([name, option]: readonly [string, Option]): Row {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const value = option.type === 'string' ? ` <${option.value ?? 'value'}>` : '';
  return [`${short}--${name}${value}${option.multiple === true ? '…' : ''}`, option.help];
}
