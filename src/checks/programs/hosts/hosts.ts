import type { System } from '../../../system/index.ts';
import type { Workspace } from '../../../workspace/index.ts';
import { type Host, type HostEnd, type HostStart, startHost } from './host.ts';

/** The hosts of each open workspace, by what they are started with. They end with snap, or when nothing is asked of them for a while. */
const hosts = new WeakMap<Workspace, Map<string, Promise<Host>>>();

/** A host, and what distinguishes it from others: when a part of that changes, another host is started and the old one ended. */
export interface HostKey {
  /** What there is one host of: a tool in a directory. */
  readonly name: string;
  /** Of its program and its config. */
  readonly state: string;
}

/** Asks the host of that name, which is started where it does not run. */
export async function askHost(
  system: System,
  workspace: Workspace,
  {
    key,
    start,
    question,
    signal,
    onPart,
  }: {
    readonly key: HostKey;
    readonly start: HostStart;
    readonly question: unknown;
    readonly signal: AbortSignal;
    /** As of {@link Host.ask}. */
    readonly onPart?: (part: unknown) => void;
  },
): Promise<HostEnd> {
  const known = hosts.get(workspace) ?? new Map<string, Promise<Host>>();
  hosts.set(workspace, known);
  const name = `${key.name}\n${key.state}`;
  for (const [other, host] of known) {
    if (other === name || other.split('\n', 1)[0] !== key.name) continue;
    known.delete(other);
    void host.then((old) => old.end());
  }
  const running = await known.get(name);
  if (running !== undefined && !running.isGone()) return running.ask(question, signal, onPart);
  const started = startHost(system, start);
  known.set(name, started);
  return (await started).ask(question, signal, onPart);
}
