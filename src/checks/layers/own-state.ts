import { programNamed, SnapError, type System } from '../../system/index.ts';
import { whyNothingIsKept } from '../../system/writable.ts';
import type { Workbench } from '../../workbench/index.ts';
import type { LayerContext } from '../mode.ts';
import type { CheckFinding, StoreState } from '../report.ts';

/** The oldest Node that snap runs on: "engines" of its package. */
const oldestNode = [20, 19] as const;
const gitMs = 1_000;
const maxFaults = 5;

/** What snap knows of itself: versions, stores, and what is wrong with them. */
export interface OwnState {
  readonly git: string | undefined;
  readonly stores: readonly StoreState[];
  readonly daemon: string | undefined;
  readonly findings: readonly CheckFinding[];
}

/** Reads the stores of the workspace, as far as there is one, and asks git for its version. */
export async function ownState({ about, signal, system, workbench }: LayerContext): Promise<OwnState> {
  const bench = await workbench().catch(onlyRefusal);
  const git = gitVersion(system, bench?.workspace.root, signal);
  const stores = bench === undefined ? [] : await Promise.all([learningStore(bench), taskStore(bench), snapshotStore(bench)]);
  const [version, problem] = await Promise.all([git, whyNothingIsKept(system)]);
  return {
    git: version,
    stores,
    daemon: await bench?.assistance?.(),
    findings: [
      ...nodeFindings(about.node),
      ...(problem === undefined
        ? []
        : [finding('error', 'nothing-kept', 'nothing can be kept', `${problem.message} ${problem.hint ?? ''}`.trim())]),
      ...(version === undefined ? [noGit] : []),
      ...stores.flatMap(storeFindings),
      ...(bench?.settingsProblems ?? []).map((message) => finding('warning', 'settings', 'settings that cannot be used', message)),
    ],
  };
}

/** Without a workspace there are no stores; the layer says elsewhere why there is none. */
function onlyRefusal(error: unknown): undefined {
  if (!(error instanceof SnapError)) throw error;
}

/** `undefined` where git cannot be started, or does not answer. */
async function gitVersion(system: System, workspace: string | undefined, signal: AbortSignal): Promise<string | undefined> {
  const git = await programNamed(system, 'git', { workspace });
  if (git === undefined) return undefined;
  let text = '';
  const program = await system.spawn(git, ['--version'], {
    // Windows looks for programs there first, so it is not the workspace.
    cwd: system.platform === 'win32' ? system.home : '/',
    env: {},
    staysInGroup: true,
    onOutput: (bytes) => (text = (text + Buffer.from(bytes).toString('utf8')).slice(0, 200)),
    onErrorOutput: () => undefined,
  });
  const stop = (): void => void program.kill();
  const timer = setTimeout(stop, gitMs);
  signal.addEventListener('abort', stop, { once: true });
  program.endInput();
  await program.ended;
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
  return /\d+(?:\.\d+)+/.exec(text)?.[0];
}

async function learningStore({ knowledge }: Workbench): Promise<StoreState> {
  return seen('learnings', async () => {
    const { directory } = await knowledge.place();
    const count = (await knowledge.list()).length;
    return { directory, count, faults: await knowledge.faults() };
  });
}

async function taskStore({ tasks, workspace }: Workbench): Promise<StoreState> {
  return seen('tasks', async () => {
    const own = await tasks.peek();
    return { directory: workspace.privateDirectory, count: (own === undefined ? 0 : 1) + (await tasks.others()).length, faults: [] };
  });
}

async function snapshotStore(bench: Workbench): Promise<StoreState> {
  return seen('snapshots', async () => {
    const snapshots = await bench.snapshots();
    const { directory, interrupted } = await snapshots.state();
    const faults = interrupted === undefined ? [] : ['A restore was interrupted: run "snap snapshot undo" in a terminal.'];
    return { directory, count: (await snapshots.list()).length, faults };
  });
}

async function seen(name: string, read: () => Promise<Pick<StoreState, 'directory' | 'count' | 'faults'>>): Promise<StoreState> {
  try {
    return { name, state: 'readable', ...(await read()) };
  } catch (error) {
    // A store that cannot be read is what this report is about.
    if (!(error instanceof SnapError)) throw error;
    return { name, state: 'unreadable', faults: [error.hint === undefined ? error.message : `${error.message} ${error.hint}`] };
  }
}

function storeFindings({ name, state, faults }: StoreState): readonly CheckFinding[] {
  const severity = state === 'unreadable' ? 'error' : 'warning';
  return faults
    .slice(0, maxFaults)
    .map((fault) =>
      finding(
        severity,
        `store-${state === 'unreadable' ? state : 'fault'}`,
        `${name} ${state === 'unreadable' ? state : 'damaged'}`,
        `The store of ${name}: ${fault}`,
      ),
    );
}

function nodeFindings(version: string): readonly CheckFinding[] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return [];
  const message = `snap runs on Node ${version} here, and needs ${oldestNode.join('.')} or newer. Install a newer Node, and write its path into the entry of this server.`;
  return [finding('error', 'old-node', 'Node is too old', message)];
}

const noGit = finding(
  'warning',
  'no-git',
  'no git',
  'git was not found, or does not answer: nothing is known of what changed and of the history of files. Install it, or add its directory to PATH in the entry of this server.',
);

function finding(severity: CheckFinding['severity'], rule: string, short: string, message: string): CheckFinding {
  return { severity, rule, source: 'snap', short, message };
}
