import { join } from 'node:path';
import { count, isRecord, jsonIn, sizeWords, type TreeFile } from '../../system/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { type FilesJob, overFiles } from '../files/over-files.ts';
import type { Layer, LayerContext, LayerRecord } from '../mode.ts';
import { type Budget, budgetsIn } from '../performance/budgets.ts';
import { builtFiles, sentBytes } from '../performance/built-size.ts';
import { lockChange, lockedPackages, lockFiles } from '../performance/lock-changes.ts';
import type { SlowCode } from '../performance/slow-code.ts';
import type { Scope } from '../scope.ts';

const job: FilesJob<undefined, readonly SlowCode[]> = { name: 'checks/find-slow-code' };
const script = /\.(?:[cm]?[jt]s|[jt]sx)$/i;
/** There, a moment more is of no matter. */
const notServed =
  /(?:^|\/)(?:tests?|__tests__|e2e|scripts?|bench(?:marks?)?|examples?|fixtures?|tools?|migrations)\/|\.(?:test|spec|config|bench|d)\.[cm]?[jt]sx?$/i;
const largeFile = 1024 * 1024;
const heavyPackages = 5 * 1024 * 1024;
const maxPackages = 200;

/** Budgets of sizes that the project sets itself; with a diff, what it adds that makes the project larger or slower. */
export const performance: Layer = {
  name: 'performance',
  says: 'Budgets of size-limit, bundlesize and bundlewatch, by what was built last; with a diff, large files, packages in the lock file, and code that waits longer than it has to.',
  needs: ['files'],
  async find(scope, context, record) {
    const bench = await context.workbench();
    const judged = await judgeBudgets({ context, bench, record });
    if (scope.diff === undefined)
      return judged > 0
        ? undefined
        : { skipped: 'the project sets no budget that can be judged without its own tool, and there is no diff' };
    await largeFiles(scope, context, bench, record);
    await packages(scope, context, bench, record);
    await slowLines(scope, context, bench, record);
    return undefined;
  },
};

interface BudgetQuestion {
  readonly context: LayerContext;
  readonly bench: Workbench;
  readonly record: LayerRecord;
}

async function judgeBudgets({ context, bench, record }: BudgetQuestion): Promise<number> {
  const manifest = await jsonAt(context, bench, 'package.json');
  const file = '.size-limit.json';
  const sizeLimit = await jsonAt(context, bench, file);
  const { budgets, others } = budgetsIn(manifest, sizeLimit === undefined ? undefined : { file, value: sizeLimit });
  record.say(...others);
  let judged = 0;
  for (const budget of budgets) {
    const files = (await Promise.all(budget.paths.map((path) => builtFiles(context.system, bench.workspace, path)))).flat();
    if (files.length === 0) record.say(`${budget.file}: ${budget.setting}: nothing was built at ${budget.paths.join(', ')} yet.`);
    else judged += await judge(budget, files, { context, bench, record });
  }
  return judged;
}

async function judge(budget: Budget, files: readonly TreeFile[], { context, bench, record }: BudgetQuestion): Promise<number> {
  const sizes: { readonly path: string; readonly bytes: number }[] = [];
  for (const file of files) {
    context.signal.throwIfAborted();
    const bytes = await sentBytes(context.system, bench.workspace, file, budget.compression);
    if (bytes === undefined) {
      record.say(`${budget.file}: ${budget.setting}: ${file.path} is too large to be compressed here.`);
      return 0;
    }
    sizes.push({ path: file.path, bytes });
  }
  const built = files.reduce((oldest, { modifiedMs }) => Math.min(oldest, modifiedMs), Infinity);
  const names = new Set(files.map(({ path }) => path));
  const newer = (await context.files()).find(
    (file) => file.modifiedMs > built && script.test(file.path) && !notServed.test(file.path) && !names.has(file.path),
  );
  const measured = budget.each ? sizes : [{ path: budget.paths.join(', '), bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0) }];
  for (const { path, bytes } of measured) {
    if (bytes <= budget.limit) continue;
    const packed = budget.compression === 'none' ? '' : ` with ${budget.compression}`;
    const age = newer === undefined ? '' : `; it was built before ${newer.path} changed`;
    record.add({
      file: budget.file,
      severity: newer === undefined ? 'error' : 'warning',
      rule: 'size-budget',
      message: `${budget.setting}: ${path} has ${bytes} bytes${packed}, and ${budget.limitText} are allowed${age}.`,
      source: 'snap',
      age: 'new',
      fix: newer === undefined ? undefined : 'Build again.',
    });
  }
  return 1;
}

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
  const manifest = await jsonAt(context, bench, 'package.json');
  for (const path of scope.diff?.files.keys() ?? []) {
    if (!lockFiles.test(path) || !scope.covers(path) || head === undefined) continue;
    const before = await bench.history.contentAt(head.commit, path);
    const now = await textAt(context, bench, path);
    const [old, current] = [
      before === undefined ? undefined : lockedPackages(path, Buffer.from(before).toString('utf8')),
      lockedPackages(path, now ?? ''),
    ];
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
    const heavy = await heaviest(context, bench, added);
    const others =
      duplicated.length === 0
        ? ''
        : ` ${count(duplicated.length, 'package')} ${duplicated.length === 1 ? 'has' : 'have'} one more version than before.`;
    const message = `${count(added.length, 'package')} more than in the last commit: ${added.slice(0, 5).join(', ')}${added.length > 5 ? ', …' : ''}.${others}`;
    record.add({ ...about, severity: 'info', rule: 'added-packages', message });
    for (const { name, bytes } of heavy) {
      record.add({
        ...about,
        severity: 'warning',
        rule: 'heavy-package',
        message: `${name} is new and takes ${sizeWords(bytes)} where it is installed.`,
      });
    }
  }
}

/** Of packages that are installed at the top: what they take on the disk. */
async function heaviest(
  { system, signal }: LayerContext,
  { workspace }: Workbench,
  added: readonly string[],
): Promise<readonly { readonly name: string; readonly bytes: number }[]> {
  const heavy: { readonly name: string; readonly bytes: number }[] = [];
  for (const each of added.slice(0, maxPackages)) {
    const name = each.slice(0, each.lastIndexOf('@'));
    const directory = join(workspace.root, 'node_modules', name);
    const installed = jsonIn(Buffer.from((await system.readStart(join(directory, 'package.json'), largeFile)) ?? []).toString('utf8'));
    if (!isRecord(installed) || installed['version'] !== each.slice(each.lastIndexOf('@') + 1)) continue;
    const { files } = await system.walk(directory, {
      enters: (path) => !/(?:^|\/)node_modules$/.test(path),
      wants: () => true,
      maxFiles: 20_000,
      signal,
    });
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes >= heavyPackages) heavy.push({ name: each, bytes });
  }
  return heavy.toSorted((one, other) => other.bytes - one.bytes);
}

async function slowLines(scope: Scope, context: LayerContext, { workspace }: Workbench, record: LayerRecord): Promise<void> {
  const isAdded = (file: WorkspacePath, line: number): boolean =>
    scope.diff?.files.get(file)?.some(({ from, to }) => line >= from && line <= to) === true;
  const files = (await context.files()).filter(
    ({ kind, path }) => kind === 'file' && script.test(path) && scope.covers(path) && !notServed.test(path),
  );
  const { missing } = await overFiles(context.system, job, {
    root: workspace.root,
    files: files.map(({ path }) => path),
    extra: undefined,
    signal: context.signal,
    take(file, found) {
      for (const each of found ?? [])
        if (isAdded(file, each.line)) record.add({ file, ...each, severity: 'info', source: 'snap', confidence: 50 });
    },
  });
  if (missing !== undefined) record.say(`Slow code was not looked for: ${missing}`);
}

async function jsonAt(context: LayerContext, bench: Workbench, path: WorkspacePath): Promise<unknown> {
  const text = await textAt(context, bench, path);
  return text === undefined ? undefined : jsonIn(text);
}

async function textAt({ system }: LayerContext, { workspace }: Workbench, path: WorkspacePath): Promise<string | undefined> {
  const seen = await system.look(join(workspace.root, path));
  if (seen?.kind !== 'file' || seen.size > 64 * largeFile || !seen.readable) return undefined;
  const bytes = await system.readBytes(join(workspace.root, path));
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}
