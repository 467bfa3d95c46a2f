import { join } from 'node:path';
import { counts, placeOf, runCheck, type CheckReport } from '../../checks/index.ts';
import { SnapError, type Sentence } from '../../system/index.ts';
import type { ToolContext } from '../tool.ts';
import { counted } from './shown-learning.ts';

/** The end of a task must not wait longer for what any later check can tell. */
const maxMs = 1_000;
const maxFiles = 200;

/** What mode quick says of the files of a task. */
export interface EndCheck {
  readonly status: 'passed' | 'failed' | 'timeout';
  readonly errors: number;
  readonly warnings: number;
  readonly text: Sentence;
}

/**
 * Checks the changed files of a task that are still there, if that takes less than a second. Nothing is said where nothing was examined: without
 * an approval, without a compiler and a linter, without changes.
 */
export async function endCheck(paths: readonly string[], context: ToolContext, run = runCheck): Promise<EndCheck | undefined> {
  const { system, workspace } = await context.workbench();
  const files = [];
  for (const path of paths.slice(0, maxFiles)) if ((await system.look(join(workspace.root, path)))?.kind === 'file') files.push(path);
  if (files.length === 0) return undefined;
  try {
    return summary(await run('quick', { files }, { ...context, progress: undefined }, maxMs), files.length);
  } catch (error) {
    // The task is ended by now, and whatever keeps this check from running is said by the check itself.
    if (error instanceof SnapError) return undefined;
    throw error;
  }
}

function summary({ findings, layers, status }: CheckReport, files: number): EndCheck | undefined {
  if (status === 'skipped') return undefined;
  const current = findings.filter(counts);
  const [first] = current;
  const errors = current.filter(({ severity }) => severity === 'error').length;
  const warnings = current.filter(({ severity }) => severity === 'warning').length;
  const of = counted(files, 'changed file');
  if (status === 'timeout')
    return {
      status,
      errors,
      warnings,
      text: [`The ${of} were not checked: that takes more than a second. `, { model: 'Call check.', person: 'Run "snap check".' }],
    };
  const done = layers.filter(({ state }) => state === 'passed' || state === 'failed').map(({ name }) => name);
  const found = [...(errors === 0 ? [] : [counted(errors, 'error')]), ...(warnings === 0 ? [] : [counted(warnings, 'warning')])];
  const place = first === undefined ? '' : `, first ${`${placeOf(first)} ${first.rule}`.trim()}`;
  const text = `Checked ${done.join(' and ')} of ${of}: ${found.length === 0 ? 'no problems' : `${found.join(', ')}${place}`}.`;
  return { status, errors, warnings, text };
}
