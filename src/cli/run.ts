import { parseArgs } from 'node:util';
import { SnapError, terminal, type System } from '../system/index.ts';
import { nodeSystem } from '../system/node.ts';
import { commonOptions, Values, type Command, type Program, type CommandEntry } from './command.ts';
import { commands } from './commands.ts';
import { exit, exitCodeOf, reportedCode, type ExitCode } from './exit.ts';
import { crashText } from './crash.ts';
import { commandHelp, generalHelp } from './help.ts';
import { plain } from './terminal/style.ts';
import { terminalUi, type Ui } from './terminal/ui.ts';
import { fitting } from './terminal/wrap.ts';

/** One call of the program: finds the command, parses its options, runs it, and turns every failure into a message and an exit code. */
export async function run(argv: readonly string[], program: Program): Promise<ExitCode> {
  try {
    return await runReporting(argv, program);
  } catch {
    // Not even the report could be written: a full disk behind standard output.
    return exit.failed;
  }
}

async function runReporting(argv: readonly string[], program: Program): Promise<ExitCode> {
  const system = nodeSystem();
  const ui = terminalUi(system.env, terminal);
  process.on('SIGINT', leave);
  try {
    return await dispatch(argv, program, system, ui);
  } catch (error) {
    const asJson = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length).includes('--json');
    try {
      return report(error, ui, asJson);
    } catch (again) {
      // Standard output takes nothing, not even the error document.
      return report(again, ui, false);
    }
  } finally {
    process.off('SIGINT', leave);
  }
}

/** What Ctrl-C does, unless a command has to finish something first (`withStop`). */
function leave(): never {
  process.exit(exit.interrupted);
}

async function dispatch(argv: readonly string[], program: Program, system: System, ui: Ui): Promise<ExitCode> {
  // The wizard when snap is run for the first time, without arguments; help from the second time on.
  if (argv.length === 0 && ui.interactive && (await (await import('./commands/index.ts')).isFirstTime(system))) {
    return dispatch(['setup'], program, system, ui);
  }
  const entry = findCommand(argv);
  if (entry === undefined) return withoutCommand(argv, program, ui);
  const command = await entry.load();
  const words = entry.name.split(' ');
  const invocation = parse(command, argv.slice(words.length));
  if (invocation.values.flag('help')) {
    ui.print(commandHelp(command));
    return exit.fine;
  }
  // Before anything is read or written: a relative directory would be one in the project.
  if (system.placeProblem !== undefined && command.runsAnywhere === undefined) throw system.placeProblem;
  return command.run({
    ...invocation,
    system,
    ui,
    program,
    words: entry.name,
    commands,
    writable: async () => (await import('../system/writable.ts')).writableSystem(system),
  });
}

/** The longest command whose words the arguments begin with. */
function findCommand(argv: readonly string[]): CommandEntry | undefined {
  return commands
    .filter((command) => command.name.split(' ').every((word, i) => argv[i] === word))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

function withoutCommand(argv: readonly string[], program: Program, ui: Ui): ExitCode {
  const first = argv.find((arg) => !arg.startsWith('-'));
  if (first === undefined && (argv.length === 0 || argv.includes('--help') || argv.includes('-h'))) {
    ui.print(generalHelp(program.version, commands));
    return exit.fine;
  }
  if (first === undefined && (argv.includes('--version') || argv.includes('-V'))) {
    ui.print(program.version);
    return exit.fine;
  }
  const group = commands.filter((command) => command.name.startsWith(`${first} `));
  if (group.length > 0 && argv.slice(1).every((arg) => arg === '--help' || arg === '-h')) {
    ui.print(generalHelp(program.version, group));
    return argv.length > 1 ? exit.fine : exit.usage;
  }
  throw new SnapError('usage', `snap has no command "${plain(argv.slice(0, 2).join(' '))}".`, { hint: 'See "snap --help".' });
}

function parse(
  command: Command,
  args: readonly string[],
): { values: Values; positionals: readonly string[]; rest: readonly string[] | undefined } {
  const split = args.indexOf('--');
  const own = split === -1 ? args : args.slice(0, split);
  const options = Object.fromEntries(
    Object.entries({ ...command.options, ...commonOptions }).map(([name, option]) => {
      const { type, multiple, short } = { multiple: undefined, short: undefined, ...option };
      return [name, { type, ...(multiple === undefined ? {} : { multiple }), ...(short === undefined ? {} : { short }) }];
    }),
  );
  const rest = split === -1 ? undefined : args.slice(split + 1);
  try {
    const { values, positionals } = parseArgs({ args: [...own], options, allowPositionals: true, strict: true });
    requireWords(command, positionals, rest);
    return { values: new Values(values), positionals, rest };
  } catch (error) {
    if (error instanceof SnapError) throw error;
    const message = error instanceof Error ? (error.message.split(/\. To specify|\n/)[0] ?? '') : String(error);
    throw new SnapError('usage', `${plain(message).replace(/\.$/, '')}.`, { hint: `See "snap ${command.name} --help".` });
  }
}

/** An extra word is a mistake ("cursor" for "--cursor"), and must not become a command for every assistant. */
function requireWords(command: Command, positionals: readonly string[], rest: readonly string[] | undefined): void {
  const { max, rest: takesRest } = { max: 0, rest: undefined, ...command.words };
  const extra = positionals[max] ?? (takesRest === undefined ? rest?.[0] : undefined);
  if (extra === undefined) return;
  const meant = command.options[extra]?.type === 'boolean' ? ` Did you mean --${extra}?` : '';
  // Anything but a simple word may be a secret in the wrong place, and is not repeated.
  const shown = /^[a-z][a-z0-9-]{0,24}$/i.test(extra) ? `Unexpected argument "${extra}".` : 'There is an unexpected argument.';
  // A path or a command is easily typed without the `--` it needs.
  const hint = takesRest === undefined ? `See "snap ${command.name} --help".` : `Usage: snap ${command.name} ${command.usage}`;
  throw new SnapError('usage', `${shown}${meant}`, { hint });
}

function report(error: unknown, ui: Ui, json: boolean): ExitCode {
  if (error instanceof SnapError) {
    if (json)
      ui.json({
        schemaVersion: 1,
        error: { code: reportedCode(error.code), message: error.message, hint: error.hint },
      });
    else
      fitting(ui).warn(
        [
          `${ui.style.red(ui.style.mark.bad)} ${plain(error.message)}`,
          ...(error.hint === undefined ? [] : [`  ${plain(error.hint)}`]),
        ].join('\n'),
      );
    return exitCodeOf(error.code);
  }
  if (json)
    ui.json({
      schemaVersion: 1,
      error: { code: 'internal', message: 'This is a bug in snap; please report it with what standard error shows.' },
    });
  ui.warn(crashText(error));
  return exit.failed;
}
