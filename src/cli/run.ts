import { SnapError, terminal, type System, type Terminal, type WritableSystem } from '../system/index.ts';
import { nodeSystem } from '../system/node.ts';
import type { CommandEntry, CommandGroup, Invocation, Program } from './command.ts';
import { commands } from './commands.ts';
import { exit, exitCodeOf, reportedCode, type ExitCode } from './exit.ts';
import { crashText } from './crash.ts';
import type { ToldEvent } from './daemon/tell-daemon.ts';
import { parse } from './parse.ts';
import { findCommand, spelledOut } from './spelled-out.ts';
import { plain } from './terminal/style.ts';
import { terminalUi, type Ui } from './terminal/ui.ts';

/** Where the program runs: this process, unless told otherwise. */
export interface Surroundings {
  readonly system: () => System;
  readonly terminal: Terminal;
}

const thisProcess: Surroundings = { system: nodeSystem, terminal };

/** One call of the program: finds the command, parses its options, runs it, and turns every failure into a message and an exit code. */
export async function run(argv: readonly string[], program: Program, surroundings = thisProcess): Promise<ExitCode> {
  try {
    return await runReporting(argv, program, surroundings);
  } catch {
    // Not even the report could be written: a full disk behind standard output.
    return exit.failed;
  }
}

async function runReporting(argv: readonly string[], program: Program, surroundings: Surroundings): Promise<ExitCode> {
  const system = surroundings.system();
  const ui = terminalUi(system, surroundings.terminal);
  // What Ctrl-C does, unless a command has to finish something first (`withStop`).
  const leave = (): never => {
    ui.stopped();
    process.exit(exit.interrupted);
  };
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

/** Runs the command that the arguments name. @throws SnapError for what `run` turns into a message. */
export async function dispatch(typed: readonly string[], program: Program, system: System, ui: Ui): Promise<ExitCode> {
  const argv = spelledOut(typed, commands);
  // The wizard when snap is run for the first time, without arguments; help from the second time on.
  if (argv.length === 0 && ui.interactive && (await (await import('./commands/index.ts')).isFirstTime(system))) {
    return dispatch(['setup'], program, system, ui);
  }
  // The completion scripts call it; it is no command for people.
  const entry: typeof hidden | undefined = argv[0] === hidden.name ? hidden : findCommand(argv, commands);
  if (entry === undefined) return withoutCommand(argv, { program, system, ui });
  const command = await entry.load();
  const words = entry.name.split(' ');
  const [next] = argv.slice(words.length);
  // A word after one that other commands begin with too, unless the command takes files.
  if (
    next !== undefined &&
    command.takesFiles === undefined &&
    !next.startsWith('-') &&
    commands.some(({ name }) => name.startsWith(`${entry.name} `))
  ) {
    throw (await import('./did-you-mean.ts')).unknownCommand(argv, commands);
  }
  const invocation = await parse(command, argv.slice(words.length));
  if (invocation.values.flag('help')) return help(words, { program, system, ui });
  // Before anything is read or written: a relative directory would be one in the project.
  if (system.placeProblem !== undefined && command.runsAnywhere === undefined) {
    if (system.isPlaceIgnored !== true || command.needsOwnPlace) throw system.placeProblem;
    ui.warn(`${ui.style.yellow(ui.style.mark.warn)} ${plain(system.placeProblem.message)} What is there is not used.`);
  }
  const begun = system.now();
  let hasWritten = false;
  const writable = async (): Promise<WritableSystem> => {
    hasWritten = true;
    return (await import('../system/writable.ts')).writableSystem(system);
  };
  const told: ToldEvent[] = [];
  const tell: Invocation['tell'] = (root, type, data) => void told.push({ at: system.now(), root, type, data });
  let code: ExitCode;
  try {
    code = await command.run({ ...invocation, system, ui, program, words: entry.name, commands, writable, tell });
  } finally {
    if (told.length > 0) await (await import('./daemon/tell-daemon.ts')).tellEvents({ system, program, writable }, told);
  }
  if (hasWritten && entry.group !== undefined && writesConfigs.has(entry.group))
    await (await import('./daemon/tell-daemon.ts')).tellChanges({ system, program, writable }, begun);
  return code;
}

/** Groups of commands that change config files of assistants. */
const writesConfigs: ReadonlySet<CommandGroup> = new Set(['setup', 'servers']);

const hidden: Pick<CommandEntry, 'name' | 'load'> & Partial<CommandEntry> = {
  name: '__complete',
  load: async () => (await import('./completion/complete.ts')).default,
};

/** Help, the version, or a mistake. */
async function withoutCommand(argv: readonly string[], of: Helped): Promise<ExitCode> {
  const [first] = argv;
  const words = argv.filter((arg) => !arg.startsWith('-'));
  const asksHelp = argv.some((arg) => arg === '--help' || arg === '-h');
  if (first === undefined || first === '--help' || first === '-h') return help(words, of);
  if (words.length === 0 && (argv.includes('--version') || argv.includes('-V'))) {
    of.ui.print(of.program.version);
    return exit.fine;
  }
  if (words.length === 1 && commands.some(({ name }) => name.startsWith(`${first} `)) && (asksHelp || argv.length === 1)) {
    await help(words, of);
    return asksHelp ? exit.fine : exit.usage;
  }
  const { unknownCommand, unknownGeneralOption } = await import('./did-you-mean.ts');
  throw first.startsWith('-') ? unknownGeneralOption(first, words, commands) : unknownCommand(words, commands);
}

type Helped = Pick<Invocation, 'program' | 'system' | 'ui'>;

async function help(words: readonly string[], of: Helped): Promise<ExitCode> {
  await (await import('./print-help.ts')).printHelp(words, { ...of, commands });
  return exit.fine;
}

function report(error: unknown, ui: Ui, json: boolean): ExitCode {
  if (error instanceof SnapError) {
    if (json)
      ui.json({
        schemaVersion: 1,
        error: { code: reportedCode(error.code), message: error.message, hint: error.hint },
      });
    else
      ui.warn([`${ui.style.sign.bad} ${plain(error.message)}`, ...(error.hint === undefined ? [] : [`  ${plain(error.hint)}`])].join('\n'));
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
