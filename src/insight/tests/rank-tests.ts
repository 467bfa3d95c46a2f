import type { Commit, CommitWindow } from '../../history/index.ts';
import { cleanLine, cut, quoted, shownName } from '../../system/index.ts';
import { directoryOf, type WorkspacePath } from '../../workspace/index.ts';
import { subjectWords } from '../../workspace/packages/index.ts';
import { type PastIndex, pastIndexOf, rarity } from '../files/past-index.ts';
import { wordsOf } from '../files/words.ts';
import type { Needed, Reason, TestsQuestion } from '../forecast.ts';
import type { ProjectTest, ProjectTests } from './project-tests.ts';

/** How much each kind of evidence counts, as in a logistic regression. Chosen on the tuning half of the public repositories: bench/relevance/tests-for. */
export interface TestWeights {
  readonly bias: number;
  /** It changed with the given files. */
  readonly together: number;
  readonly namesake: number;
  readonly subjects: number;
  readonly words: number;
  /** A test of the same package. */
  readonly place: number;
  /** Against tests that change with everything. */
  readonly often: number;
  readonly recent: number;
}

export const testWeights: TestWeights = {
  bias: -5.6,
  together: 4.6,
  namesake: 2,
  subjects: 4.7,
  words: 3.1,
  place: 0.1,
  often: -1.3,
  recent: 1.8,
};

/** Added to the commits of a file, so that one commit does not make a pair certain. */
const smoothing = 3;
/** So many commits with a like subject are looked at. */
const maxLike = 40;
/** Characters of a commit's subject in a reason. */
const maxSubject = 60;
/** A commit this many commits ago counts half for what is worked on now. */
const halfLifeOfWork = 30;

interface Evidence {
  readonly kind: Exclude<keyof TestWeights, 'bias'>;
  /** 0 to 1. */
  readonly strength: number;
  readonly reason?: Reason | undefined;
}

/** What is known of one test, by kind. */
export type TestEvidence = Partial<Record<Evidence['kind'], Evidence>>;

/** The tests that changed in such cases before, or are named like what changes; the likeliest first. */
export function rankTests(
  window: CommitWindow,
  tests: ProjectTests,
  question: TestsQuestion,
  weights: TestWeights = testWeights,
): readonly Needed[] {
  return [...evidenceOf(window, tests, question)]
    .map(([file, evidence]): Needed => {
      const parts = Object.values(evidence).map((one) => ({ ...one, part: weights[one.kind] * one.strength }));
      const score = 1 / (1 + Math.exp(-weights.bias - parts.reduce((sum, { part }) => sum + part, 0)));
      const reasons = parts.toSorted((one, other) => other.part - one.part).flatMap(({ reason }) => reason ?? []);
      return { file, score, reasons };
    })
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((one, other) => other.score - one.score || (one.file < other.file ? -1 : 1));
}

/** What speaks for each test. */
export function evidenceOf(
  window: CommitWindow,
  tests: ProjectTests,
  { files, text }: TestsQuestion,
): ReadonlyMap<WorkspacePath, TestEvidence> {
  const past = pastIndexOf(window);
  const found = new Map<WorkspacePath, TestEvidence>();
  const given = new Set(files);
  const add = (file: WorkspacePath, one: Evidence): void => {
    if (given.has(file) || one.strength <= 0) return;
    const known = found.get(file) ?? {};
    if ((known[one.kind]?.strength ?? 0) < one.strength) found.set(file, { ...known, [one.kind]: one });
  };
  addTogether(past, tests, files, add);
  addSubjects(past, tests, text, add);
  addNames(tests, files, add);
  addWords(past, tests, text, add);
  addActivity(past, found, add);
  return found;
}

type Add = (file: WorkspacePath, evidence: Evidence) => void;

function addTogether(past: PastIndex, tests: ProjectTests, files: readonly WorkspacePath[], add: Add): void {
  const best = new Map<WorkspacePath, { against: number; share: number; reason: Reason }>();
  for (const file of files) {
    const commits = past.byFile.get(file) ?? [];
    const pairs = new Map<WorkspacePath, { weight: number; count: number }>();
    let weightOf = 0;
    for (const at of commits) {
      const commit = past.commits[at];
      if (commit === undefined) continue;
      weightOf += commit.weight;
      for (const other of commit.files) {
        if (other === file || !tests.has(other)) continue;
        const pair = pairs.get(other) ?? { weight: 0, count: 0 };
        pair.weight += commit.weight;
        pair.count += 1;
        pairs.set(other, pair);
      }
    }
    for (const [test, { count, weight }] of pairs) {
      const share = weight / (weightOf + smoothing);
      const all = commits.length === 1 ? 'the one commit' : `${count} of the ${commits.length} commits`;
      const text = `changed in ${all} of ${shownName(file)}`;
      const before = best.get(test);
      best.set(test, {
        against: (before?.against ?? 1) * (1 - share),
        share: Math.max(share, before?.share ?? 0),
        reason: before !== undefined && before.share >= share ? before.reason : { kind: 'together', text },
      });
    }
  }
  for (const [test, { against, reason }] of best) add(test, { kind: 'together', strength: Math.sqrt(1 - against), reason });
}

function addSubjects(past: PastIndex, tests: ProjectTests, text: string, add: Add): void {
  const words = wordsOf(text);
  const scores = new Map<number, number>();
  let most = 0;
  for (const word of words) {
    const list = past.byWord.get(word) ?? [];
    const value = rarity(list.length, past.commits.length);
    most += value;
    for (const at of list) scores.set(at, (scores.get(at) ?? 0) + value);
  }
  if (most === 0) return;
  const like = [...scores]
    .map(([at, score]) => ({ at, score: (score / most) * (past.commits[at]?.weight ?? 0) ** 0.5 }))
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, maxLike);
  const votes = new Map<WorkspacePath, { vote: number; count: number; example: Commit }>();
  for (const { at, score } of like) {
    const commit = past.commits[at];
    if (commit === undefined) continue;
    const changed = commit.files.filter((file) => tests.has(file));
    for (const file of changed) {
      const vote = votes.get(file) ?? { vote: 0, count: 0, example: commit.commit };
      vote.vote += score ** 2 / Math.sqrt(changed.length);
      vote.count += 1;
      votes.set(file, vote);
    }
  }
  const total = [...votes.values()].reduce((sum, { vote }) => sum + vote, 0);
  for (const [file, { count, example, vote }] of votes) {
    const others = count === 1 ? '' : `, one of ${count} such commits`;
    const reason: Reason = { kind: 'like subjects', text: `changed in the commit ${shownCommit(example)}${others}` };
    add(file, { kind: 'subjects', strength: Math.sqrt(vote / (total + 0.1)), reason });
  }
}

/** By its subject; one that is too long ends after a whole word, and the commit is named. */
function shownCommit({ id, subject }: Commit): string {
  const clean = cleanLine(subject);
  const short = cut(clean, maxSubject);
  return short === clean ? quoted(clean, maxSubject) : `${id.slice(0, 8)} ${quoted(short.replace(/\s+\S*…$/, '…'), maxSubject)}`;
}

function addNames(tests: ProjectTests, files: readonly WorkspacePath[], add: Add): void {
  const sources = files.map((file) => ({ file, words: wordsOf(subjectWords(file).join(' ')), directory: directoryOf(file) }));
  for (const test of tests.all) {
    for (const source of sources) {
      const strength = likeness(test, source, tests);
      const text = strength > 0.9 ? `has the name of ${shownName(source.file)}` : `has a name like ${shownName(source.file)}`;
      if (strength > 0) add(test.file, { kind: 'namesake', strength, reason: { kind: 'namesake', text } });
      const isBeside = source.directory === test.directory && test.name.ecosystem === 'go';
      const beside: Reason = { kind: 'namesake', text: `is in the package of ${shownName(source.file)}` };
      if (isBeside) add(test.file, { kind: 'place', strength: 1, reason: beside });
    }
  }
}

/** Words of the task in the names of tests. A word that many subjects have says little, however rare it is in names: "fix". */
function addWords(past: PastIndex, tests: ProjectTests, text: string, add: Add): void {
  const asked = new Set(wordsOf(text));
  if (asked.size === 0) return;
  const value = (word: string): number =>
    Math.min(rarity(tests.withWord.get(word) ?? 0, tests.all.length), rarity(past.byWord.get(word)?.length ?? 0, past.commits.length));
  for (const test of tests.all) {
    const shared = test.words.filter((word) => asked.has(word));
    if (shared.length === 0) continue;
    const strength = shared.reduce((sum, word) => sum + value(word), 0) / (weightOf(test.words, tests) + 1);
    const said = test.name.words.filter((word) => wordsOf(word).some((one) => asked.has(one)));
    const reason: Reason = { kind: 'path words', text: `has ${said.map((word) => quoted(word, 30)).join(', ')} in its name, as the task` };
    add(test.file, { kind: 'words', strength, reason });
  }
}

/** How alike two names are: 1 for the same words near each other. */
function likeness(
  test: ProjectTest,
  source: { readonly words: readonly string[]; readonly directory: WorkspacePath },
  tests: ProjectTests,
): number {
  if (source.words.length === 0 || test.words.length === 0) return 0;
  const near = nearness(test.directory, source.directory);
  const shared = test.words.filter((word) => source.words.includes(word));
  if (shared.length === 0) return 0;
  const all = new Set([...test.words, ...source.words]);
  const share = weightOf(shared, tests) / weightOf([...all], tests);
  return share ** 1.5 * (0.75 + 0.25 * near);
}

function weightOf(words: readonly string[], { all, withWord }: ProjectTests): number {
  return words.reduce((sum, word) => sum + rarity(withWord.get(word) ?? 0, all.length), 0);
}

/** How many directories of the source's path the test's path has too, those of every project left out. */
function nearness(test: WorkspacePath, source: WorkspacePath): number {
  const usual = /^(?:src|lib|app|main|java|kotlin|tests?|specs?|__tests__|unit)$/;
  const wanted = source.split('/').filter((part) => part !== '' && !usual.test(part));
  if (wanted.length === 0) return 1;
  const there = new Set(test.split('/'));
  return wanted.filter((part) => there.has(part)).length / wanted.length;
}

/** What is worked on now is likelier than what nobody has touched for years. */
function addActivity(past: PastIndex, found: ReadonlyMap<WorkspacePath, TestEvidence>, add: Add): void {
  for (const file of found.keys()) {
    const commits = past.byFile.get(file) ?? [];
    if (commits.length === 0) continue;
    const now = commits.reduce((sum, at) => sum + 0.5 ** (at / halfLifeOfWork), 0);
    add(file, { kind: 'often', strength: Math.min(1, Math.log1p(commits.length) / Math.log1p(past.commits.length / 10)) });
    add(file, { kind: 'recent', strength: 1 - Math.exp(-now) });
  }
}
