import { outputRedactor, type OutputRedactor, programTransport, type ProgramTransport, timeBox } from '../../mcp-client/talking.ts';
import { programOf, type CommandTarget } from '../../mcp-client/index.ts';
import type { ProgramExit, RunningProgram, System } from '../../system/index.ts';
import type { LiveAnswer } from './answer.ts';
import { brokenWords, lateList, shakeHands, shownGreeting } from './handshake.ts';
import { notStarted } from './not-started.ts';

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
