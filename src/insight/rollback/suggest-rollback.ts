import type { Snapshot, Snapshots } from '../../snapshots/index.ts';
import type { Parts } from '../parts.ts';
import { isAmong } from '../is-among.ts';
import { affectedFiles, linesOf, riskOfRestore } from './affected-files.ts';
import { checkedText, lastPassText, type Verdict } from './checked-steps.ts';
import { isNamed, type JudgedStep, judgeSteps } from './judge-steps.ts';
import { readReason } from './read-reason.ts';
import { readSteps } from './read-steps.ts';
import type { Rollback, RollbackAnalysis, RollbackQuestion, Suggestion } from './rollback.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/** What a suggestion is drawn from. */
export type RollbackSources = Pick<Parts, 'system' | 'workspace' | 'snapshots' | 'history' | 'knowledge' | 'tasks'> & {
  /** What checks said of the files as they were, oldest first. */
  verdicts(): Promise<readonly Verdict[]>;
};

const maxSuggestions = 5;
/** Less likely ones are not worth reading. */
const minConfidence = 10;
/** Below it nothing is recommended. */
const minRecommended = 40;
/** Without a reason and without files nothing speaks for one but its age. */
const maxWithoutClue = 30;
/** It is a conclusion from what changed, never a proof. */
const maxConfidence = 97;

/** Ranks the snapshots by how likely each is the last one before what is wrong. Restores nothing and writes nothing. */
export async function suggestRollback(sources: RollbackSources, question: RollbackQuestion, signal?: AbortSignal): Promise<Rollback> {
  const { system, workspace } = sources;
  const snapshots = await sources.snapshots();
  const all = await snapshots.list();
  if (all.length === 0) return { suggestions: [], notes: ['There are no snapshots yet.'] };
  const clues = readReason(question.reason ?? '', system.now());
  const wants = (path: string): boolean =>
    (question.files.length > 0 && isAmong(path, question.files)) || clues.files.some((named) => isNamed(path, named));
  const read = await readSteps({ system, root: workspace.root, snapshots, now: system.now() }, all, wants, signal);
  const verdicts = await sources.verdicts();
  const now = verdicts.length === 0 ? undefined : (await snapshots.present(signal)).root;
  const checked = { verdicts, now };
  const judged = judgeSteps(read.steps, { clues, files: question.files, checked })
    .toSorted((one, other) => other.likelihood - one.likelihood || other.step.from - one.step.from)
    .slice(0, maxSuggestions);
  const hasClue = judged.some(({ reasons }) => reasons.length > 0);
  const confidenceOf = ({ likelihood }: JudgedStep): number =>
    Math.min(hasClue ? maxConfidence : maxWithoutClue, Math.round(100 * likelihood));

  const suggestions: Suggestion[] = [];
  for (const one of judged) {
    const confidence = confidenceOf(one);
    if (suggestions.length > 0 && confidence < minConfidence) break;
    const made = await suggestionOf(one, confidence, { sources, snapshots, question, verdicts, signal });
    // Files that were asked for and are the same now: restoring it would do nothing.
    if (made.affected.length > 0) suggestions.push(made);
  }
  const [first] = suggestions;
  const recommended = first !== undefined && first.confidence >= minRecommended ? first : undefined;
  return {
    suggestions,
    recommended,
    analysis: question.includeAnalysis && first !== undefined ? await analysisOf(first, all, snapshots, sources.history) : undefined,
    notes: [
      ...notesOf(suggestions, recommended, hasClue),
      ...(recommended === undefined && suggestions.length > 0 ? lastPassText(all, checked) : []),
      ...read.notes,
    ],
  };
}

function notesOf(suggestions: readonly Suggestion[], recommended: Suggestion | undefined, hasClue: boolean): readonly string[] {
  if (suggestions.length === 0) return ['No snapshot differs from the files as they are.'];
  if (!hasClue)
    return [
      'Nothing that was said points to one of them. Say what is wrong: a message, a name in the code, a file, or when it still worked.',
    ];
  return recommended === undefined ? ['None of them is likely enough to be recommended.'] : [];
}

interface Making {
  readonly sources: RollbackSources;
  readonly snapshots: Snapshots;
  readonly question: RollbackQuestion;
  readonly verdicts: readonly Verdict[];
  readonly signal: AbortSignal | undefined;
}

async function suggestionOf(
  { step, reasons, files }: JudgedStep,
  confidence: number,
  { sources, snapshots, question, verdicts, signal }: Making,
): Promise<Suggestion> {
  const { system, workspace, history } = sources;
  const snapshot = step.before;
  const affected = await affectedFiles({ system, root: workspace.root, snapshots }, snapshot, question.files, signal);
  const commitsBetween = await commitsSince(history, snapshot, signal);
  return {
    snapshot,
    reason: [reasonText(reasons, step.after), ...checkedText(snapshot, verdicts)].join('; '),
    confidence,
    affected,
    suspects: files.filter((path) => affected.some(({ file }) => file === path)),
    risk: riskOfRestore(affected, commitsBetween),
    commitsBetween,
    errorsSince: await troubleSince(sources, snapshot.at, question.files),
  };
}

function reasonText(reasons: readonly string[], after: Snapshot | 'working'): string {
  if (reasons.length > 0) return reasons.slice(0, 3).join('; ');
  return after === 'working' ? 'The newest state of which there is a copy' : 'Nothing that was said points to it';
}

/** `undefined` without git, or where the commit of the snapshot is not among the newest ones. */
async function commitsSince(history: RollbackSources['history'], { git }: Snapshot, signal?: AbortSignal): Promise<number | undefined> {
  const commit = git?.commit;
  if (commit === undefined) return undefined;
  const { commits } = await history.commits(signal);
  const at = commits.findIndex(({ id }) => id === commit);
  return at < 0 ? undefined : at;
}

async function analysisOf(
  { snapshot, affected }: Suggestion,
  all: readonly Snapshot[],
  snapshots: Snapshots,
  history: RollbackSources['history'],
): Promise<RollbackAnalysis> {
  const head = await history.head();
  const [newest = snapshot] = all;
  const { back, lost } = linesOf(affected);
  return {
    currentState: {
      commit: head?.commit,
      branch: head?.branch,
      inNoSnapshot: (await snapshots.changes(newest.id, 'working')).map(({ path }) => path),
    },
    targetState: {
      snapshotId: snapshot.id,
      timestamp: snapshot.at,
      files: snapshot.files,
      commit: snapshot.git?.commit,
      task: snapshot.message,
    },
    impact: { files: affected, linesBack: back, linesLost: lost },
  };
}

/**
 * How much trouble was recorded since a moment: reports of broken rules, tasks that were blocked or abandoned, goals that were missed.
 * @param files only what is about them; empty: all.
 * @returns `undefined` where nothing was recorded since, neither good nor bad: then nobody knows.
 */
async function troubleSince(
  { knowledge, tasks }: Pick<Parts, 'knowledge' | 'tasks'>,
  at: string,
  files: readonly WorkspacePath[],
): Promise<number | undefined> {
  const isMeant = (path: string): boolean => isAmong(path, files);
  const types = await knowledge.violationTypes();
  const reports = types.flatMap(({ violations }) => violations).filter((one) => one.at > at && isMeant(one.file));
  const ended = (await tasks.recent(20)).flatMap(({ end }) => (end !== undefined && end.at > at ? [end] : []));
  const about = ended.filter(({ change }) => change.paths.length === 0 || change.paths.some(isMeant));
  const bad = about.filter(({ outcome, goal }) => outcome !== 'completed' || goal?.status === 'missed');
  return reports.length + about.length === 0 ? undefined : reports.length + bad.length;
}
