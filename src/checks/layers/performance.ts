import { join } from 'node:path';
import { count, isRecord, jsonIn, sizeWords } from '../../system/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { lockChange, lockedPackages, lockFiles } from '../dependencies/lock-changes.ts';
import type { Layer, LayerContext, LayerRecord } from '../mode.ts';
import type { Scope } from '../scope.ts';

const largeFile = 1024 * 1024;

/** What a change adds that makes the project larger. Budgets of sizes are judged by the project's own tool. */
export const performance: Layer = {
  name: 'performance',
  says: 'With a diff: large files that are no text, and packages that the lock file has more. Budgets of sizes (size-limit, bundlesize, bundlewatch) are judged by those tools.',
  needs: ['files'],
  async find(scope, context, record) {
    if (scope.diff === undefined)
      return { skipped: 'there is no diff; budgets of sizes are judged by the tool of the project that has them' };
    const bench = await context.workbench();
    await largeFiles(scope, context, bench, record);
    await packages(scope, context, bench, record);
    return undefined;
  },
};

/** Files that are no text: git keeps every version of them whole. */
async function largeFiles(scope: Scope, context: LayerContext, { workspace }: Workbench, record: LayerRecord): Promise<void> {
  const attributes = Buffer.from((await context.system.readStart(join(workspace.root, '.gitattributes'), 64 * 1024)) ?? []).toString(
    'utf8',
  );
  for (const file of await context.files()) {
    if (file.kind !== 'file' || file.size < largeFile || !scope.covers(file.path)) continue;
    const extension = /\.[^./]+$/.exec(file.path)?.[0] ?? '';
    const isInLfs = attributes.split('\n').some((line) => line.includes('filter=lfs') && line.startsWith(`*${extension} `));
    const start = await context.system.readStart(join(workspace.root, file.path), 8_000);
    if (isInLfs || start?.includes(0) !== true) continue;
    const message = `This is no text and has ${sizeWords(file.size)}: the repository keeps each version of it whole.`;
    record.add({ file: file.path, severity: 'warning', rule: 'large-file', message, source: 'snap', age: 'new' });
  }
}

async function packages(scope: Scope, context: LayerContext, bench: Workbench, record: LayerRecord): Promise<void> {
  const head = await bench.history.head();
  const manifest = jsonIn((await textAt(context, bench, 'package.json')) ?? '');
  for (const path of scope.diff?.files.keys() ?? []) {
    if (!lockFiles.test(path) || !scope.covers(path) || head === undefined) continue;
    const before = await bench.history.contentAt(head.commit, path);
    const old = before === undefined ? undefined : lockedPackages(path, Buffer.from(before).toString('utf8'));
    const current = lockedPackages(path, (await textAt(context, bench, path)) ?? '');
    if (old === undefined || current === undefined) continue;
    const { added, duplicated } = lockChange(old, current);
    const about = { file: path, source: 'snap', age: 'new' } as const;
    for (const { name, versions } of duplicated) {
      const isDirect = ['dependencies', 'devDependencies'].some(
        (key) => isRecord(manifest) && isRecord(manifest[key]) && Object.hasOwn(manifest[key], name),
      );
      const message = `${name} is installed in ${versions.length} versions now: ${versions.join(', ')}.`;
      if (isDirect) record.add({ ...about, severity: 'warning', rule: 'duplicate-package', message });
    }
    if (added.length === 0) continue;
    const others =
      duplicated.length === 0
        ? ''
        : ` ${count(duplicated.length, 'package')} ${duplicated.length === 1 ? 'has' : 'have'} one more version than before.`;
    const message = `${count(added.length, 'package')} more than in the last commit: ${added.slice(0, 5).join(', ')}${added.length > 5 ? ', …' : ''}.${others}`;
    record.add({ ...about, severity: 'info', rule: 'added-packages', message });
  }
}

async function textAt({ system }: LayerContext, { workspace }: Workbench, path: WorkspacePath): Promise<string | undefined> {
  const seen = await system.look(join(workspace.root, path));
  if (seen?.kind !== 'file' || seen.size > 64 * largeFile || !seen.readable) return undefined;
  const bytes = await system.readBytes(join(workspace.root, path));
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}
