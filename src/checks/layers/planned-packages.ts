import type { Job } from '../../system/index.ts';
import type { PlannedChange } from '../change/contents.ts';
import { codeOfChange, type CodeOfChange } from '../change/planned-code.ts';
import { type DependencyFinding, parseManifest } from '../dependencies/manifest.ts';
import type { PlannedPackages } from '../dependencies/planned-packages.ts';
import { packageOf, type PackageImport } from '../dependencies/undeclared.ts';
import { outputOf } from '../files/job-output.ts';
import type { Layer } from '../mode.ts';

const job: Job<PlannedPackages, readonly DependencyFinding[]> = { name: 'checks/planned-packages' };
const maxMs = 10_000;

/** Packages that a planned change imports and that no manifest declares, and packages that it stops declaring while they are imported. */
export const plannedPackages: Layer = {
  name: 'packages',
  says: 'Imports of packages that no package.json, and no manifest of Python, declares after the change.',
  needs: ['files'],
  async find({ change = new Map() }, context, record) {
    const { workspace } = await context.workbench();
    const python = [...change].flatMap(([path, { after }]) => (path.endsWith('.py') && after !== undefined ? [path] : []));
    const imports = importsOf(change, await codeOfChange(change, context));
    if (imports.length === 0 && python.length === 0) return { skipped: 'the change imports no package' };
    const files = (await context.files()).flatMap(({ kind, path }) => (kind === 'file' ? [path] : []));
    const texts = [...change].map(([path, { after }]) => [path, after] as const);
    const end = outputOf(
      await context.system.runJob(job, { root: workspace.root, files, texts, imports, python }, { signal: context.signal, maxMs }),
    );
    if ('skipped' in end) return end;
    for (const finding of end.output) {
      const isNew = !finding.file.endsWith('.py') && finding.severity === 'warning';
      // A new import of an undeclared package fails on other machines. One of Python may be declared under another name.
      record.add(isNew ? { ...finding, source: 'snap', severity: 'error', confidence: 75, age: 'new' } : { ...finding, source: 'snap' });
    }
    return undefined;
  },
};

/** Those that are new in a file of the change, and those of packages that it stops declaring. */
function importsOf(change: PlannedChange, code: CodeOfChange | { readonly skipped: string }): readonly PackageImport[] {
  if ('skipped' in code) return [];
  const { planned } = code;
  const undeclared = noLongerDeclared(change);
  return [...planned.graph.files.values()].flatMap(({ packages, path }) => {
    const isPlanned = change.has(path);
    if (!isPlanned && undeclared.size === 0) return [];
    const had = new Set(planned.read.get(path)?.before?.requests.map(({ source }) => source));
    return packages.flatMap(({ isBuiltin, kind, line, source }) => {
      const isAsked = (isPlanned && !had.has(source)) || undeclared.has(packageOf(source) ?? '');
      return isBuiltin || kind === 'lazy' || !isAsked ? [] : [{ file: path, line, specifier: source, typesOnly: kind === 'type' }];
    });
  });
}

function noLongerDeclared(change: PlannedChange): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [path, { after = '', before = '' }] of change) {
    if (!/(?:^|\/)package\.json$/.test(path)) continue;
    const manifest = parseManifest(path, after);
    // One that does not parse declares nothing, which the check of syntax says.
    if (manifest === undefined) continue;
    const left = new Set(manifest.declared.map(({ name }) => name));
    for (const { name } of parseManifest(path, before)?.declared ?? []) if (!left.has(name)) names.add(name);
  }
  return names;
}
