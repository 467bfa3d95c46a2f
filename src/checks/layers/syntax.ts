import { join } from 'node:path';
import { count } from '../../system/index.ts';
import { KeptResults } from '../files/kept-results.ts';
import { type FilesJob, leftOutLine, nothingExamined } from '../files/over-files.ts';
import type { Layer, LayerContext, LayerRecord } from '../mode.ts';
import type { Scope } from '../scope.ts';
import type { FileSyntax } from '../syntax/parse-files.ts';
import { pythonSyntax } from '../python/syntax.ts';
import type { Dialects } from '../syntax/script-syntax.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

const job: FilesJob<Dialects, FileSyntax> = { name: 'checks/parse-files' };
const kept = new KeptResults<FileSyntax>();

/** Pictures, archives, programs, and what other programs write: nothing of them is parsed, and no merge leaves markers there. */
const notText =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|psd|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|wasm|node|so|dylib|dll|exe|o|a|pyc|pdf|mp[34]|mov|avi|webm|ogg|wav|flac|sqlite|db|map|snap|min\.js)$/i;
/** Broken on purpose, or to be filled in: examined only when they are named or changed. */
const isSample = /(?:^|\/)(?:__fixtures__|fixtures?|testdata|test262|templates?|__testfixtures__|__snapshots__|samples?|corpus)\//i;
const maxBytes = 2 * 1024 * 1024;

/** Whether every file parses, by the grammar of its language, and no merge conflict is left in it. */
export const syntax: Layer = {
  name: 'syntax',
  says: 'JavaScript, TypeScript, JSON, YAML and TOML are parsed, and Python by the Python of the project after an approval; in every text file, conflicts that a merge left are found.',
  needs: ['files'],
  languages: { alone: ['JavaScript', 'TypeScript'], approved: ['Python'] },
  async find(scope, context, record) {
    const { workspace } = await context.workbench();
    const all = (await context.files()).filter(
      ({ path, kind, size }) => kind === 'file' && size > 0 && size <= maxBytes && scope.covers(path) && !notText.test(path),
    );
    const files = scope.isWhole ? all.filter(({ path }) => !isSample.test(path)) : all;
    if (files.length === 0) return { skipped: 'no file to examine was changed or named' };
    if (files.length < all.length)
      record.say(
        `${count(all.length - files.length, 'file')} in directories of samples and templates ${all.length - files.length === 1 ? 'was' : 'were'} not parsed; name them to have that done.`,
      );
    const dialects = { hasFlow: await hasFlow(context) };
    const told = new Told(record, scope);
    const { missing, left } = await kept.examine(context, job, {
      root: workspace.root,
      key: String(dialects.hasFlow),
      files,
      extra: dialects,
      keeps: (result) => result?.unparsed === undefined,
      take: (path, result) => told.take(path, result),
    });
    if (missing !== undefined) return { skipped: missing };
    const unparsed = told.end();
    if (unparsed !== undefined && !told.hasFound) return { skipped: unparsed };
    if (told.tooDeep === files.length) return { skipped: nestedTooDeep };
    const nothing = nothingExamined(left, files.length);
    if (nothing !== undefined) return { skipped: nothing };
    const leftOut = leftOutLine(left);
    if (leftOut !== undefined) record.say(leftOut);
    const paths = files.map(({ path }) => path);
    record.examined(paths.filter((path) => hasGrammar.test(path)));
    record.unexamined(
      paths.filter((path) => !hasGrammar.test(path) && !isPython.test(path)),
      'snap has no parser for it',
    );
    await python(
      paths.filter((path) => isPython.test(path)),
      { scope, context, record, told },
    );
    return undefined;
  },
};

/** Programming languages that snap parses by itself. */
const hasGrammar = /\.(?:[cm]?[jt]s|[jt]sx)$/i;
const isPython = /\.py$/i;

/** Python is parsed by the Python of the project. Where it may not be run, or the text is not written yet, nothing is said to have passed. */
async function python(
  own: readonly WorkspacePath[],
  {
    scope,
    context,
    record,
    told,
  }: { readonly scope: Scope; readonly context: LayerContext; readonly record: LayerRecord; readonly told: Told },
): Promise<void> {
  if (own.length === 0) return;
  if (scope.change !== undefined) {
    record.unexamined(own, 'the Python of the project reads files, and these are not written yet');
    return;
  }
  const end = await pythonSyntax(context, own);
  if (end.kind === 'skipped') record.unexamined(own, end.reason);
  else {
    record.examined(own);
    for (const { file, ...problem } of end.problems) told.take(file, { problems: [problem] });
  }
}

/** Whether the project uses Flow, whose types stand in files of JavaScript. */
async function hasFlow({ files, system, workbench }: LayerContext): Promise<boolean> {
  const names = new Set((await files()).map(({ path }) => path));
  if (names.has('.flowconfig')) return true;
  if (!names.has('package.json')) return false;
  const { workspace } = await workbench();
  const manifest = await system.readStart(join(workspace.root, 'package.json'), 1024 * 1024);
  return /"(?:flow-bin|react-native|@babel\/preset-flow|flow-remove-types)"/.test(Buffer.from(manifest ?? []).toString('utf8'));
}

/** A limit of snap's own readers, and no error of the text. */
const nestedTooDeep = 'nested too deep (more than 200 levels)';

class Told {
  readonly #record: LayerRecord;
  readonly #scope: Scope;
  #unparsed: { readonly reason: string; files: number } | undefined;
  #firstDeep = '';
  tooDeep = 0;
  hasFound = false;

  constructor(record: LayerRecord, scope: Scope) {
    this.#record = record;
    this.#scope = scope;
  }

  take(file: string, result: FileSyntax | undefined): void {
    if (result === undefined) return;
    if (result.unparsed !== undefined) {
      this.#unparsed ??= { reason: result.unparsed, files: 0 };
      this.#unparsed.files += 1;
    }
    if (result.isTooDeep === true && this.tooDeep++ === 0) this.#firstDeep = file;
    // A change in one line can make another one wrong, so that in a file of the diff every error is new.
    const age = this.#scope.diff === undefined ? undefined : ('new' as const);
    this.hasFound ||= result.problems.length > 0;
    for (const problem of result.problems) this.#record.add({ file, ...problem, age: problem.severity === 'error' ? age : undefined });
  }

  /** @returns what was not parsed because the parser is not installed. */
  end(): string | undefined {
    if (this.tooDeep > 0) {
      const others = this.tooDeep === 1 ? '' : ` and ${count(this.tooDeep - 1, 'more file')}`;
      this.#record.say(`${this.#firstDeep}${others}: skipped: ${nestedTooDeep}.`);
    }
    if (this.#unparsed === undefined) return undefined;
    const { files, reason } = this.#unparsed;
    const said = `${count(files, 'JavaScript or TypeScript file')} could not be parsed: ${reason}`;
    if (this.hasFound) this.#record.say(`${said}.`);
    return said;
  }
}
