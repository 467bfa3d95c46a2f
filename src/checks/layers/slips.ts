import { exclusions } from '../../workspace/index.ts';
import type { Job } from '../../system/index.ts';
import type { PythonNameFinding, PythonNamesInput } from '../python/examine-names.ts';
import { outputOf } from '../files/job-output.ts';
import { type FilesJob, leftOutLine, overFiles } from '../files/over-files.ts';
import type { Layer } from '../mode.ts';
import type { Slip } from '../syntax/slip.ts';

const job: FilesJob<undefined, readonly Slip[]> = { name: 'checks/find-slips' };
const namesJob: Job<PythonNamesInput, readonly PythonNameFinding[]> = { name: 'checks/examine-python-names' };
const maxMs = 10_000;

const severities = { debugger: 'warning', duplicate: 'error', scope: 'error', syntax: 'error' } as const;
/** Duplicate members of a class are allowed in JavaScript, and the form of Python is read without its grammar. */
const certainty = { debugger: 95, duplicate: 78, scope: 78, syntax: 78 } as const;

/** Mistakes in new lines that a parser accepts: `debugger`, names and keys that are given twice; brackets, colons and indents of Python. */
export const slips: Layer = {
  name: 'slips',
  says: '`debugger` and `breakpoint()`, names and keys that are given twice, jumps to nowhere; in Python brackets, colons and indents.',
  needs: ['files'],
  async find(scope, context, record) {
    const { workspace } = await context.workbench();
    const files = [...(scope.change ?? [])].flatMap(([path, { after }]) =>
      after !== undefined && /\.(?:[cm]?[jt]s|[jt]sx|py)$/i.test(path) ? [path] : [],
    );
    if (files.length === 0) return { skipped: 'no file in JavaScript, TypeScript or Python is in the change' };
    const { left, missing } = await overFiles(context.system, job, {
      root: workspace.root,
      files,
      extra: undefined,
      signal: context.signal,
      take(file, found = []) {
        const added = scope.diff?.files.get(file) ?? [];
        for (const { lines, message, rule } of found) {
          // One of the two places may be older than the change.
          const line =
            lines.find((one) => added.some(({ from, to }) => one >= from && one <= to)) ?? (rule === 'syntax' ? lines[0] : undefined);
          if (line === undefined) continue;
          record.add({ file, line, severity: severities[rule], rule, message, source: 'snap', confidence: certainty[rule], age: 'new' });
        }
      },
    });
    if (missing !== undefined) return { skipped: missing };
    const leftOut = leftOutLine(left);
    if (leftOut !== undefined) record.say(leftOut);
    return undefined;
  },
};

/** Imports between files of Python that a planned change would break. */
export const pythonNames: Layer = {
  name: 'Python imports',
  says: 'Imports of modules of the project that lead to no file, and of names that they do not define, at the left margin of a file of Python.',
  needs: ['files'],
  async find({ change = new Map() }, context, record) {
    const python = [...change].filter(([path]) => path.endsWith('.py'));
    if (python.length === 0) return { skipped: 'no file of Python is in the change' };
    const bench = await context.workbench();
    const files = (await context.files()).flatMap(({ kind, path }) => (kind === 'file' && !isNew(change.get(path)) ? [path] : []));
    const gone = python.flatMap(([path, { after }]) => (after === undefined ? [path] : []));
    const input = {
      root: bench.workspace.root,
      files: [...files, ...gone],
      change: python.map(([path, { after, before }]) => ({ path, before, after })),
    };
    const end = outputOf(await context.system.runJob(namesJob, input, { signal: context.signal, maxMs }));
    if ('skipped' in end) return end;
    const { wants } = await exclusions(bench.system, bench.workspace, bench.settings.exclude);
    // What a build writes is left out of the files of the workspace.
    for (const { file, line, message, place, rule } of end.output)
      if (place === undefined || wants(`${place}.py`))
        record.add({ file, line, severity: 'error', rule, message, source: 'snap', confidence: 78, age: 'new' });
    return undefined;
  },
};

function isNew(planned: { readonly before?: string | undefined } | undefined): boolean {
  return planned !== undefined && planned.before === undefined;
}
