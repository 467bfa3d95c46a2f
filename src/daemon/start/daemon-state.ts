import { jsonIn, parseRun, textIn, isRecord, type ProcessRun, type System } from '../../system/index.ts';
import type { DaemonPlace } from '../place.ts';

/** What a daemon writes about itself, for clients that it does not answer because it hangs. */
export interface DaemonState {
  readonly run: ProcessRun;
  readonly build: string;
  readonly startedAt: string;
}

/** The last daemon; `undefined` where there was none, or where it has ended in order. Its process may have died. */
export async function readDaemonState(system: System, place: DaemonPlace): Promise<DaemonState | undefined> {
  const bytes = await system.readStart(place.stateFile, 10_000);
  const value = bytes === undefined ? undefined : jsonIn(new TextDecoder().decode(bytes));
  if (!isRecord(value)) return undefined;
  const run = parseRun(value['run']);
  return run === undefined ? undefined : { run, build: textIn(value['build']) ?? '', startedAt: textIn(value['startedAt']) ?? '' };
}

/** The last daemon, if its process lives. */
export async function livingDaemon(system: System, place: DaemonPlace): Promise<DaemonState | undefined> {
  const state = await readDaemonState(system, place);
  return state === undefined || (await system.hasEnded(state.run)) ? undefined : state;
}

export function daemonStateText({ run, build, startedAt }: DaemonState): string {
  return `${JSON.stringify({ run, build, startedAt })}\n`;
}
