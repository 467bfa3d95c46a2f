import {
  outputRedactor,
  type OutputRedactor,
  programTransport,
  type ProgramTransport,
  timeBox,
  isMachineLimit,
  machineLimitText,
} from '../../mcp-client/talking.ts';
import { programOf, type CommandTarget } from '../../mcp-client/index.ts';
import type { ProgramExit, RunningProgram, System } from '../../system/index.ts';
import type { LiveAnswer } from './answer.ts';
import { brokenWords, lateList, shakeHands, shownGreeting } from './handshake.ts';
import { joinPath } from '../../machine/index.ts';

/** How long a server that answered may take to exit after its input was closed: it may have data to save. */
const goodbyeMs = 300;

/** Starts the program, calls it, and ends it with every process that it started. */
export async function callCommand(
  system: System,
  target: CommandTarget,
  { milliseconds, signal }: { readonly milliseconds: number; readonly signal: AbortSignal },
): Promise<LiveAnswer> {
  signal.throwIfAborted();
  const { args, cwd, env } = target;
  const redact = outputRedactor(system.home, target);
  const found = await programOf(system, target);
  if (found === undefined) return notStarted(system, target, 'ENOENT', redact);
  // Both are worked out before the clock starts.
  const transport = programTransport();
  const box = timeBox(milliseconds, signal);
  const since = performance.now();
  const { onErrorOutput, onOutput } = transport;
  const program = await system.spawn(found, args, { cwd, env, onErrorOutput, onOutput });
  transport.attach(program);
  const handshake = shakeHands(transport, since);
  const greeting = handshake.greeting.then(
    (said) => ({ said }),
    (error: unknown) => ({ error }),
  );
  try {
    const first = await Promise.race([greeting, program.ended, box.over]);
    signal.throwIfAborted();
    const elapsed = Math.round(performance.now() - since);
    if (first === 'over') return tooLate(program, transport, redact, handshake.isInitialized(), elapsed);
    if ('said' in first) {
      await goodbye(program);
      return { kind: 'answered', transport: 'stdio', ...shownGreeting(first.said, redact), ...written(transport, redact) };
    }
    if ('failure' in first) return await notStarted(system, target, first.failure, redact);
    if ('error' in first) {
      return { kind: 'broken', message: redact.line(brokenWords(first.error, handshake.isInitialized())), ...written(transport, redact) };
    }
    return exited(first, transport, redact, elapsed);
  } finally {
    box.close();
    await handshake.close();
    program.endInput();
    await program.kill();
  }
}

async function goodbye(program: RunningProgram): Promise<void> {
  program.endInput();
  const patience = timeBox(goodbyeMs, new AbortController().signal);
  await Promise.race([program.ended, patience.over]);
  patience.close();
}

function tooLate(
  program: RunningProgram,
  transport: ProgramTransport,
  redact: OutputRedactor,
  isInitialized: boolean,
  milliseconds: number,
): LiveAnswer {
  const exit = program.exit();
  // It has exited: a child process keeps its streams open and does not answer.
  if (exit !== undefined) return exited(exit, transport, redact, milliseconds);
  if (!isInitialized) return { kind: 'silent', milliseconds, ...written(transport, redact) };
  return { kind: 'broken', message: lateList, ...written(transport, redact) };
}

function exited({ code, signal }: ProgramExit, transport: ProgramTransport, redact: OutputRedactor, milliseconds: number): LiveAnswer {
  return { kind: 'exited', code, signal, milliseconds, ...written(transport, redact, true) };
}

/** What it wrote apart from its answers. */
function written(
  transport: ProgramTransport,
  redact: OutputRedactor,
  isOver = false,
): { readonly noise: string | undefined; readonly stderr: string } {
  const noise = transport.noise(isOver);
  return { noise: noise === undefined ? undefined : redact.noise(noise), stderr: redact.tail(transport.stderr()) };
}

/** Why a program could not be started. One error code can have several causes, so the files are checked. */
async function notStarted(system: System, target: CommandTarget, failure: string, redact: OutputRedactor): Promise<LiveAnswer> {
  const { command, cwd } = target;
  const because = (reason: Extract<LiveAnswer, { kind: 'not-started' }>['reason'], message: string): LiveAnswer => ({
    kind: 'not-started',
    reason,
    message: redact.line(message),
  });
  // First, because checking files may fail for the same reason.
  if (isMachineLimit(failure)) return because('limit', machineLimitText(failure));
  const directory = await system.look(cwd);
  if (directory?.kind !== 'directory') return because('no-directory', `Its start directory does not exist: ${cwd}`);
  switch (failure) {
    case 'ENOENT':
    case 'ENOTDIR': {
      // A bare name is searched on the PATH; a relative path starts at the start directory.
      const isPath = /[\\/]/.test(command);
      const file = isPath ? await system.look(joinPath(cwd, command, system.platform)) : undefined;
      if (file?.kind === 'file') {
        return because('not-executable', `${command} exists, but the program that its first line names does not.`);
      }
      return because(
        'not-found',
        isPath ? `There is no file ${command}` : `There is no program ${command} on the PATH it is started with.`,
      );
    }
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return because('not-executable', `${command} exists, but may not be started as a program.`);
    // The codes of Windows for a `.cmd` or `.bat` without a shell, and for a file that is not a program.
    case 'EINVAL':
    case 'UNKNOWN':
      return because('not-executable', `${command} cannot be started without a shell.`);
    default:
      return because('other', `${command} could not be started${failure === '' ? '' : ` (${failure})`}.`);
  }
}
