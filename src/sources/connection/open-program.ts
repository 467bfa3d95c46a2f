import { isMachineLimit, programTransport, timeBox } from '../../mcp-client/talking.ts';
import type { ProgramExit, ProgramFailure } from '../../system/index.ts';
import type { Failure, Opened } from './connection.ts';
import type { StartedProgram } from './start-program.ts';

/** What is larger is not read to the end. */
const maxMessageBytes = 4 * 1024 * 1024;
/** How long a server may take to end after its input was closed. */
const goodbyeMs = 300;

const notFound: Failure = { state: 'failed', why: 'could not be started: its program was not found.' };

/** The streams of a program that was started; why there is none. */
export function openProgram(started: StartedProgram | undefined): Opened | Failure {
  if (started === undefined) return notFound;
  const { program, listen } = started;
  const transport = programTransport(maxMessageBytes);
  transport.attach(program);
  listen(transport.onOutput);
  let over: Failure | undefined;
  const lost = program.ended.then((end) => (over = failureOf(end)));
  // A child may hold its streams open after it.
  const exited = program.exited.then(() => {
    const exit = program.exit();
    return exit === undefined ? lost : (over = failureOf(exit));
  });
  return {
    transport,
    lost: Promise.race([lost, exited]),
    explain: () => over,
    stayFor: (isWorking) => program.stayFor(isWorking),
    async close() {
      program.endInput();
      const patience = timeBox(goodbyeMs, new AbortController().signal);
      await Promise.race([program.ended, patience.over]);
      patience.close();
      await program.kill();
    },
  };
}

function failureOf(end: ProgramExit | ProgramFailure): Failure {
  if ('failure' in end) {
    if (isMachineLimit(end.failure)) return { state: 'failed', why: 'could not be started: a limit of this machine is reached.' };
    if (['ENOENT', 'ENOTDIR'].includes(end.failure)) return notFound;
    return { state: 'failed', why: 'could not be started: its program may not be run here.' };
  }
  return { state: 'failed', why: `ended by itself (${end.code === undefined ? `signal ${end.signal ?? ''}` : `exit code ${end.code}`}).` };
}
