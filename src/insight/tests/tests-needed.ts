import { join } from 'node:path';
import { SnapError, type System } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { testNameOf } from '../../workspace/packages/index.ts';
import type { Needed, TestsNeeded, TestsQuestion } from '../forecast.ts';
import type { Ground } from '../ground.ts';
import { projectReader, type ProjectReader } from './commands/project-reader.ts';
import { testCommand } from './commands/test-command.ts';
import { projectTestsOf } from './project-tests.ts';
import { forgottenIn } from './forgotten-files.ts';
import { rankTests } from './rank-tests.ts';

const maxTests = 3;
/** Below this the evidence is that of any test. Chosen on the tuning half. */
const minScore = 0.02;
/** A test much less likely than the first is not run for its sake. */
const minShare = 0.15;

/** The tests that a change will break or has to change, and the one command that runs them and the given tests. */
export async function testsNeeded(ground: Ground, question: TestsQuestion, signal?: AbortSignal): Promise<TestsNeeded> {
  const { history, present, system, workspace } = ground;
  const [window, files] = await Promise.all([history.commits(signal), present(signal)]);
  const ranked = rankTests(window, projectTestsOf(files), question).filter(({ score }) => score >= minScore);
  const least = minShare * (ranked[0]?.score ?? 0);
  const likely = await existing(system, workspace.root, ranked.filter(({ score }) => score >= least).slice(0, 2 * maxTests));
  const reader = projectReader(system, workspace.root);
  const own = await ownTests(reader, question.files);
  const tests = likely.slice(0, maxTests);
  const run = [...new Set([...own, ...tests.map(({ file }) => file)])];
  return { tests, command: await testCommand(reader, run, question.files) };
}

const maxChanged = 200;
const maxForgotten = 2;

/** Files that changed with most changes like this one before, are still there, and were not changed. */
export async function forgottenFiles(
  { history, system, workspace }: Ground,
  changed: readonly WorkspacePath[],
  signal?: AbortSignal,
): Promise<readonly Needed[]> {
  // What goes with hundreds of files no past commit says.
  if (changed.length === 0 || changed.length > maxChanged) return [];
  const found = forgottenIn(await history.commits(signal), changed);
  return (await existing(system, workspace.root, found.slice(0, 2 * maxForgotten))).slice(0, maxForgotten);
}

/** The given files that are tests, and those of Rust that hold tests. https://doc.rust-lang.org/book/ch11-03-test-organization.html (2026-11-22) */
async function ownTests(reader: ProjectReader, files: readonly WorkspacePath[]): Promise<readonly WorkspacePath[]> {
  const own: WorkspacePath[] = [];
  for (const file of files.slice(0, 20)) {
    if (testNameOf(file) !== undefined || (file.endsWith('.rs') && /^\s*#\[cfg\(test\)\]/m.test(await reader.text(file)))) own.push(file);
  }
  return own;
}

/** Without files that were deleted and whose deletion is not committed yet. */
async function existing(system: System, root: string, ranked: readonly Needed[]): Promise<readonly Needed[]> {
  const there = await Promise.all(ranked.map(async (one) => ((await isThere(system, join(root, one.file))) ? [one] : [])));
  return there.flat();
}

async function isThere(system: System, path: string): Promise<boolean> {
  try {
    return (await system.look(path))?.kind === 'file';
  } catch (error) {
    // It cannot be looked at: nothing is said of it.
    if (error instanceof SnapError) return false;
    throw error;
  }
}
