// Bundled for bench/rollback.mjs.
import { readReason } from '../../src/insight/rollback/read-reason.ts';
import { judgeSteps } from '../../src/insight/rollback/judge-steps.ts';
import { changedWords, type ChangedFile, type Step } from '../../src/insight/rollback/read-steps.ts';
import type { Snapshot, SnapshotId } from '../../src/snapshots/index.ts';
import { random } from '../retrieval/sample.ts';
import { breakFile, type Breakage, isCode } from './breakages.ts';
import { type Edit, readEdits, readStart } from './history.ts';

const minute = 60_000;

export interface Outcome {
  readonly kind: string;
  readonly reason: string;
  readonly says: 'file' | 'time' | 'file and time' | 'symptom alone';
  readonly steps: number;
  readonly repository: string;
  readonly confidence: number;
  /** Whether each found the last snapshot before the break. */
  readonly snap: boolean;
  readonly inThree: boolean;
  readonly newest: boolean;
  readonly beforeLastChange: boolean;
}

type Tree = Map<string, string>;

/** Plants breakages into runs of edits of this repository. */
export function tryRollbacks(repository: string, { trials, seed }: { readonly trials: number; readonly seed: number }): readonly Outcome[] {
  const next = random(seed);
  const edits = readEdits(repository, 400);
  const outcomes: Outcome[] = [];
  for (let i = 0; outcomes.length < trials && i < 20 * trials; i += 1) {
    const length = 8 + Math.floor(next() * 18);
    const first = Math.floor(next() * Math.max(1, edits.length - length));
    const run = edits.slice(first, first + length);
    const outcome = run.length < 6 ? undefined : tryOne(repository, run, next);
    if (outcome !== undefined) outcomes.push(outcome);
  }
  return outcomes;
}

interface State {
  readonly tree: Tree;
  readonly at: number;
}

interface Planted {
  /** The states that snapshots were taken of, and the files as they are. */
  readonly states: readonly State[];
  readonly texts: readonly string[];
  /** Of the last state without the break. */
  readonly lastGood: number;
  readonly file: string;
  readonly breakage: Breakage;
  readonly brokenAt: number;
}

function tryOne(repository: string, run: readonly Edit[], next: () => number): Outcome | undefined {
  const planted = plant(readStart(repository, run), run, next);
  if (planted === undefined) return undefined;
  const { states, lastGood, breakage } = planted;
  const { reason, says } = reasonOf(planted, next);
  const steps = stepsOf(planted);
  const now = new Date((states.at(-1)?.at ?? 0) + 2 * minute);
  const judged = judgeSteps(steps, { clues: readReason(reason, now), files: [] }).toSorted(
    (one, other) => other.likelihood - one.likelihood || other.step.from - one.step.from,
  );
  const numbers = judged.map(({ step }) => step.before.sequence);
  const lastChange = steps.findLast(({ files }) => files.some(({ path }) => path === planted.file));
  return {
    kind: breakage.kind,
    reason,
    says,
    steps: steps.length,
    repository,
    confidence: judged[0]?.likelihood ?? 0,
    snap: numbers[0] === lastGood,
    inThree: numbers.slice(0, 3).includes(lastGood),
    newest: states.length - 2 === lastGood,
    beforeLastChange: lastChange?.before.sequence === lastGood,
  };
}

/** Edits and snapshots in turn, one to three edits a snapshot; the break comes with one of the edits and stays. */
function plant(start: ReadonlyMap<string, string>, run: readonly Edit[], next: () => number): Planted | undefined {
  const when = Math.floor(next() * run.length);
  const tree: Tree = new Map(start);
  const states: State[] = [];
  const texts: string[] = [];
  let broken: { readonly file: string; readonly breakage: Breakage; readonly at: number; readonly lastGood: number } | undefined;
  let at = new Date(2026, 8, 14, 9, Math.floor(next() * 60)).getTime();
  let left = 0;
  for (const [i, edit] of run.entries()) {
    if (left === 0) {
      states.push({ tree: new Map(tree), at });
      texts.push(edit.subject);
      left = 1 + Math.floor(next() * 3);
    }
    left -= 1;
    at += (2 + Math.floor(next() * 13)) * minute;
    for (const [path, text] of edit.files) {
      const kept = broken?.file === path ? (text === undefined ? undefined : broken.breakage.again(text)) : text;
      if (broken?.file === path && kept === undefined && broken.breakage.text !== undefined) return undefined;
      if (kept === undefined) tree.delete(path);
      else tree.set(path, kept);
    }
    if (i === when) {
      // Of a file that is in the last snapshot: nothing else could be brought back.
      const known = states.at(-1)?.tree;
      broken = breakOne(tree, run, edit, { at, lastGood: states.length - 1, next, isKnown: (path) => known?.has(path) === true });
      if (broken === undefined) return undefined;
    }
  }
  if (broken === undefined) return undefined;
  states.push({ tree, at });
  return { states, texts, lastGood: broken.lastGood, file: broken.file, breakage: broken.breakage, brokenAt: broken.at };
}

function breakOne(
  tree: Tree,
  run: readonly Edit[],
  edit: Edit,
  { at, lastGood, next, isKnown }: { readonly at: number; readonly lastGood: number; next(): number; isKnown(path: string): boolean },
): { readonly file: string; readonly breakage: Breakage; readonly at: number; readonly lastGood: number } | undefined {
  // Half of the breaks are in a file that the same edit changes, the others in any that the run touches.
  const own = [...edit.files.keys()].filter((path) => isCode(path) && tree.has(path) && isKnown(path));
  const any = [...new Set(run.flatMap(({ files }) => [...files.keys()]))].filter((path) => isCode(path) && tree.has(path) && isKnown(path));
  const among = own.length > 0 && next() < 0.5 ? own : any;
  const file = among[Math.floor(next() * among.length)];
  const text = file === undefined ? undefined : tree.get(file);
  if (file === undefined || text === undefined || text.length < 200) return undefined;
  const breakage = breakFile(file, text, next);
  if (breakage === undefined) return undefined;
  if (breakage.text === undefined) tree.delete(file);
  else tree.set(file, breakage.text);
  return { file, breakage, at, lastGood };
}

/** As people report it: the symptom always, the file in half of the cases, a time in a third. */
function reasonOf({ breakage, file, brokenAt, states, lastGood }: Planted, next: () => number): Pick<Outcome, 'reason' | 'says'> {
  const mustName = breakage.kind === 'syntax';
  const namesFile = mustName || next() < 0.5;
  const namesTime = next() < 0.33;
  const line = breakage.lineIn?.(states.at(-1)?.tree.get(file) ?? '');
  const place = line === undefined ? file : `${file}:${line}`;
  const clock = (at: number): string => new Date(at).toTimeString().slice(0, 5);
  const end = states[lastGood + 1]?.at ?? brokenAt;
  const time = next() < 0.5 ? `since ${clock(Math.min(end, brokenAt + minute))}` : `it worked at ${clock(states[lastGood]?.at ?? 0)}`;
  const reason = [breakage.symptom, ...(namesFile ? [`(${place})`] : []), ...(namesTime ? [`, ${time}`] : [])].join(' ');
  return { reason, says: namesFile ? (namesTime ? 'file and time' : 'file') : namesTime ? 'time' : 'symptom alone' };
}

function stepsOf({ states, texts }: Planted): readonly Step[] {
  return states.slice(0, -1).map((state, i): Step => {
    const after = states[i + 1] ?? state;
    return {
      before: snapshotOf(i, state.at, texts[i] ?? ''),
      after: i === states.length - 2 ? 'working' : snapshotOf(i + 1, after.at, texts[i + 1] ?? ''),
      from: state.at,
      to: after.at,
      files: differences(state.tree, after.tree),
    };
  });
}

function differences(before: Tree, after: Tree): readonly ChangedFile[] {
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((path): readonly ChangedFile[] => {
    const [old, fresh] = [before.get(path), after.get(path)];
    if (old === fresh) return [];
    return [
      {
        path,
        kind: old === undefined ? 'added' : fresh === undefined ? 'deleted' : 'modified',
        isUndone: false,
        words: changedWords(old ?? '', fresh ?? ''),
      },
    ];
  });
}

function snapshotOf(sequence: number, at: number, task: string): Snapshot {
  return {
    // The bench has no store; nothing reads the number in the id.
    id: `snap_${sequence}_000000` as SnapshotId,
    sequence,
    kind: 'task',
    at: new Date(at).toISOString(),
    task: 'task_000000000000',
    message: task,
    root: '',
    files: 0,
    bytes: 0,
    skipped: [],
    skippedCount: 0,
    complete: true,
    isProtected: false,
  };
}
