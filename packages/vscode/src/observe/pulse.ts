import { core, type System, type Workspace } from '../core.ts';

/** The pulse of the workspace, as far as the tooltip shows it. */
export interface SeenPulse {
  readonly state: string;
  readonly changesPerMinute: number;
  readonly pressure: number;
  readonly risk: string;
  readonly changes: number;
  /** One thing to do; empty where there is nothing. */
  readonly action: string;
}

/** Asks for the pulse of a workspace by the settings that are valid now. @param call asks the daemon; rejects where there is none. */
export async function askPulse(
  system: System,
  workspace: Workspace,
  call: (root: string, piece: string, args: readonly unknown[]) => Promise<unknown>,
): Promise<SeenPulse | undefined> {
  const [{ askFirstOf }, { readSettings }] = await Promise.all([core.assist(), core.settings()]);
  const { settings } = await readSettings(system, workspace);
  // Each call names the settings it was made with: a daemon that has other ones reads them again.
  const askFirst = askFirstOf(
    { settings, workspace },
    {
      ask: async (root, piece, args) => ({ answer: await call(root, piece, args) }),
    },
  );
  return pulseIn(await askFirst('vitals.pulse', [], () => Promise.reject(new Error('The daemon does not tell the pulse.'))));
}

/** What the daemon answered, looked at: it may be of another build. `undefined` for what is no pulse. */
async function pulseIn(value: unknown): Promise<SeenPulse | undefined> {
  const { isRecord, sayTo } = await core.system();
  if (!isRecord(value)) return undefined;
  const { state, changesPerMinute, pressure, risk, changes, action } = value;
  if (typeof state !== 'string' || typeof risk !== 'string') return undefined;
  if (typeof changesPerMinute !== 'number' || typeof pressure !== 'number' || typeof changes !== 'number') return undefined;
  return { state, changesPerMinute, pressure, risk, changes, action: sayTo('person', isSentence(action) ? action : '') };
}

function isSentence(value: unknown): value is Parameters<Awaited<ReturnType<typeof core.system>>['sayTo']>[1] {
  if (typeof value === 'string') return true;
  return Array.isArray(value) && value.every((part: unknown) => typeof part === 'string' || (typeof part === 'object' && part !== null));
}
