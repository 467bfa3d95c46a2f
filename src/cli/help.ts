import { commonOptions, type Command, type CommandEntry, type CommandGroup, type Option, type Options } from './command.ts';
import { twoColumns, wrapLine } from './terminal/wrap.ts';

/** The parts of the general help, in its order. */
const groups: readonly { readonly id: CommandGroup; readonly title: string }[] = [
  { id: 'setup', title: 'Set up snap in your assistants' },
  { id: 'fix', title: 'See what is configured, find problems, fix them' },
  { id: 'servers', title: 'Manage MCP servers in all your assistants' },
  { id: 'check', title: 'Check the code of a project' },
  { id: 'snapshots', title: 'Save and restore the files of a project' },
  { id: 'memory', title: 'Remember what was learned in a project' },
  { id: 'sources', title: 'Ask your own MCP servers about a task' },
  { id: 'daemon', title: 'Share one process between your assistants' },
  { id: 'account', title: 'Use an account, if you have one' },
  { id: 'more', title: 'More' },
];

/** Longer lines are hard to read on any screen. */
const maxColumns = 80;

/** How many columns help is made for. @param width of the terminal; `undefined` where there is none. */
export function helpColumns(width: number | undefined): number {
  return Math.max(30, Math.min(width ?? maxColumns, maxColumns));
}

/** Every command with its summary, in groups. */
export function generalHelp(version: string, commands: readonly CommandEntry[], columns = maxColumns): string {
  return [
    ...wrapLine(
      `snap ${version} sets up, checks and repairs the MCP servers of your AI coding assistants, and saves your work.`,
      columns,
      0,
    ),
    '',
    ...wrapLine('Usage: snap <command> [options]', columns),
    '',
    ...twoColumns(
      [
        ['snap setup', 'Start here: set up snap, step by step'],
        ['snap mcp scan', 'Only look: what is configured on this machine'],
        ['snap mcp validate', 'Only look: what does not work, and why'],
      ],
      { columns, left: 18 },
    ),
    ...groups.flatMap(({ id, title }) => {
      const own = commands.filter(({ group }) => group === id);
      return own.length === 0 ? [] : ['', ...wrapLine(`${title}:`, columns, 0), ...commandLines(own, columns, commands)];
    }),
    '',
    'Options:',
    ...twoColumns(
      [
        ['-h, --help', 'Show help, also of one command: snap mcp add --help'],
        ['-V, --version', 'Show the version'],
      ],
      { columns, left: 18 },
    ),
    '',
    ...wrapLine('snap-mcp is the same program.', columns),
  ].join('\n');
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
  return ['--<assistant>', `Only this one; may be repeated: ${known.join(', ')} … "snap clients" lists them${claude}`];
}

function rowOf([name, option]: readonly [string, Option]): Row {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const value = option.type === 'string' ? ` <${option.value ?? 'value'}>` : '';
  return [`${short}--${name}${value}${option.multiple === true ? '…' : ''}`, option.help];
}
