import { SnapError, type System } from '../system/index.ts';
import type { FileChange } from './change.ts';
import type { ConfigFinding } from './diagnostic.ts';
import { applyEdit } from './edit.ts';
import { overlay } from './overlay.ts';

/** One file as it shall be, and what that cures. */
export interface RepairedFile {
  /** The real path, every link followed. */
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array | undefined;
  readonly cured: readonly ConfigFinding[];
}

/** What repairing comes to, before anything is written. */
export interface RepairPlan {
  readonly files: readonly RepairedFile[];
  /** What would be found once they stand so. */
  readonly left: readonly ConfigFinding[];
}

/** How the planner sees the machine, and whom it asks. */
export interface RepairOptions {
  /** Looks and judges; asked again for every intermediate state, of a system in which the changes so far are made. */
  readonly look: (system: System) => Promise<readonly ConfigFinding[]>;
  /** Whether this fix is wanted. Asked for each that needs it once, with the file before and after. `undefined`: the person left. */
  readonly wants: (
    finding: ConfigFinding,
    change: { readonly path: string; readonly before: Uint8Array; readonly after: Uint8Array | undefined },
  ) => Promise<boolean | undefined>;
}

/**
 * What repairing would make of the files, without writing any. One fix may lay bare the next (a file that parses again shows its
 * entries), so it goes round until nothing wanted is left. Safe fixes come first.
 * @returns `undefined` when the person left.
 */
export async function planRepair(system: System, options: RepairOptions): Promise<RepairPlan | undefined> {
  const files = new Map<string, RepairedFile>();
  const tried = new Map<string, number>();
  for (;;) {
    const contents = new Map([...files].map(([path, { after }]) => [path, after]));
    const now = overlay(system, contents);
    const findings = await options.look(now);
    const open = findings.filter((finding) => finding.scope !== 'managed' && (tried.get(finding.fingerprint) ?? 0) < maximumTries);
    const safe = open.filter(({ fix }) => fix?.kind === 'safe');
    // What a person has to decide is asked when everything else is settled, each on its own.
    const wanted = await oneRound(now, safe.length > 0 ? safe : open.filter(({ fix }) => fix?.kind === 'confirm'), {
      files,
      tried,
      options,
    });
    if (wanted === 'left') return undefined;
    if (wanted === 'nothing') return { files: [...files.values()].filter(isChanged), left: findings };
  }
}

/** A fix that did not cure may have met a file that was not ready for it; a third time would be the second again. That ends every run. */
const maximumTries = 2;

interface Progress {
  readonly files: Map<string, RepairedFile>;
  readonly tried: Map<string, number>;
  readonly options: RepairOptions;
}

/** Takes every fix that touches no text another fix of this round has touched; the others come round again. */
async function oneRound(
  system: System,
  findings: readonly ConfigFinding[],
  { files, tried, options }: Progress,
): Promise<'took' | 'nothing' | 'left'> {
  const touched = new Set<string>();
  let took = false;
  for (const finding of findings) {
    const { fix } = finding;
    if (fix === undefined) continue;
    const path = (await system.look(fix.edit.path))?.target ?? fix.edit.path;
    // Positions hold for the text as it was read, so one edit of a file a round.
    if (touched.has(path)) continue;
    tried.set(finding.fingerprint, (tried.get(finding.fingerprint) ?? 0) + 1);
    const before = await system.readBytes(path);
    if (before === undefined) continue;
    const after = await editedOrNot(finding, before);
    if (after !== undefined && Buffer.compare(before, after) === 0) continue;
    const answer = await options.wants(finding, { path, before, after });
    if (answer === undefined) return 'left';
    if (!answer) {
      tried.set(finding.fingerprint, maximumTries);
      continue;
    }
    const known = files.get(path);
    files.set(path, { path, before: known?.before ?? before, after, cured: [...(known?.cured ?? []), finding] });
    touched.add(path);
    took = true;
    if (fix.kind === 'confirm') return 'took';
  }
  return took ? 'took' : 'nothing';
}

/** A fix that the editor cannot make without touching something else is none. */
async function editedOrNot({ fix }: ConfigFinding, before: Uint8Array): Promise<Uint8Array | undefined> {
  if (fix === undefined) return before;
  try {
    return await applyEdit(fix.edit, before);
  } catch (error) {
    if (error instanceof SnapError && error.code === 'refused') return before;
    throw error;
  }
}

function isChanged({ before, after }: RepairedFile): boolean {
  return after === undefined || Buffer.compare(before, after) !== 0;
}

/** The plan as changes that `apply` writes: exactly what was shown, or nothing where the file has moved on. */
export function changesOf(plan: RepairPlan): readonly FileChange[] {
  return plan.files.map(({ path, before, after, cured }): FileChange => {
    const servers = [...new Set(cured.flatMap(({ server }) => (server === undefined ? [] : [server])))];
    const [first] = cured;
    return {
      path,
      about: { client: first?.client?.id ?? '', scope: first?.scope ?? '', servers, action: 'repair' },
      foreignLock: cured.some(({ client }) => client?.lock !== undefined),
      compute: (bytes) => {
        if (bytes !== undefined && after !== undefined && Buffer.compare(bytes, after) === 0) return { kind: 'unchanged' };
        if (bytes !== undefined && Buffer.compare(bytes, before) === 0) return { kind: 'write', bytes: after };
        return {
          kind: 'refused',
          message: `${path}: it changed while you were deciding.`,
          hint: 'It was left as it is. Run "snap mcp repair" again.',
        };
      },
    };
  });
}
