import { count } from '../../system/index.ts';
import { KeptResults } from '../files/kept-results.ts';
import { type FilesJob, leftOutLine, nothingExamined, overFiles } from '../files/over-files.ts';
import type { Layer, LayerContext, LayerRecord } from '../mode.ts';
import type { Scope } from '../scope.ts';
import { isAssistantFile } from '../threats/assistant-files.ts';
import type { FileThreats } from '../threats/search-files.ts';

const job: FilesJob<undefined, FileThreats> = { name: 'checks/find-threats' };
const kept = new KeptResults<FileThreats>();
/** A diff asks whether somebody added one; otherwise those that are there are told in one line. */
const onlyWhenAdded = 'install-script';

/** Pictures, fonts, archives, programs: nothing of them is text. */
const notText =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|psd|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|wasm|node|so|dylib|dll|exe|o|a|pyc|pdf|mp[34]|mov|avi|webm|ogg|wav|flac|sqlite|db|map|snap)$/i;
const maxBytes = 2 * 1024 * 1024;

/** Dangerous code, hidden text, and text that works against the person whose assistant reads it. */
export const threats: Layer = {
  name: 'threats',
  says: 'Rules: assistant-instructions, disabled-tls, dynamic-code, hidden-text, html-text, install-script, request-path, shell-command, sql-text, unsafe-data, weak-crypto. In tests, examples and documentation a finding ranks one step lower. Lines that the project has accepted (`nosec`, `NOSONAR`, `nolint:gosec`, `noqa: S…`, `eslint-disable-line` with such a rule, `snap-ignore`) are left out.',
  needs: ['files'],
  async find(scope, context, record) {
    const { workspace } = await context.workbench();
    const texts = (await context.files()).filter(
      ({ path, kind, size }) => kind === 'file' && size > 0 && scope.covers(path) && !notText.test(path),
    );
    const files = texts.filter(({ size }) => size <= maxBytes);
    const large = texts.filter(({ size }) => size > maxBytes).map(({ path }) => ({ path, reason: 'it is larger than 2 MiB' }));
    if (files.length === 0 && large[0] !== undefined) return { skipped: `no file could be examined: ${large[0].path}: ${large[0].reason}` };
    if (files.length === 0) return { skipped: 'no file to examine was changed or named' };
    const told = new Told(scope, record);
    const byPath = new Map(files.map((file) => [file.path, file]));
    const rest = kept.known(workspace.root, '', files, (path, result) => told.take(path, result));
    const { missing, left } = await overFiles(context.system, job, {
      root: workspace.root,
      files: inOrder(rest.map(({ path }) => path)),
      extra: undefined,
      signal: context.signal,
      take(path, result) {
        const file = byPath.get(path);
        if (file !== undefined && result?.unparsed === undefined) kept.keep(workspace.root, '', file, result);
        told.take(path, result);
      },
    });
    if (missing !== undefined) return { skipped: missing };
    const nothing = nothingExamined(left, files.length);
    if (nothing !== undefined) return { skipped: nothing };
    told.end();
    await sayLimits(context, record, leftOutLine([...large, ...left]));
    return undefined;
  },
};

/** What assistants read comes first, then what was written last is of no other order than the rest: the time may be up. */
function inOrder(paths: readonly string[]): readonly string[] {
  return paths.toSorted((one, other) => Number(isAssistantFile(other)) - Number(isAssistantFile(one)));
}

/** Turns what was found in files into findings. */
class Told {
  readonly #scope: Scope;
  readonly #record: LayerRecord;
  readonly #scripts: string[] = [];
  #unparsed: { readonly reason: string; files: number } | undefined;

  constructor(scope: Scope, record: LayerRecord) {
    this.#scope = scope;
    this.#record = record;
  }

  take(file: string, result: FileThreats | undefined): void {
    if (result === undefined) return;
    if (result.unparsed !== undefined) {
      this.#unparsed ??= { reason: result.unparsed, files: 0 };
      this.#unparsed.files += 1;
    }
    for (const found of result.found) {
      if (found.rule === onlyWhenAdded && found.severity === 'info' && this.#scope.diff === undefined)
        this.#scripts.push(`${file}:${found.line}`);
      else this.#record.add({ file, ...found, source: 'snap' });
    }
  }

  end(): void {
    const [first] = this.#scripts;
    if (first !== undefined) {
      const others = this.#scripts.length === 1 ? '' : ` and ${this.#scripts.length - 1} more`;
      this.#record.say(`Scripts that run on every machine that installs: ${first}${others}. With a diff, added ones are findings.`);
    }
    if (this.#unparsed !== undefined)
      this.#record.say(
        `${count(this.#unparsed.files, 'JavaScript or TypeScript file')} could not be examined for dangerous code: ${this.#unparsed.reason}`,
      );
  }
}

async function sayLimits({ files }: LayerContext, record: LayerRecord, leftOut: string | undefined): Promise<void> {
  if (leftOut !== undefined) record.say(leftOut);
  const others = [...new Set((await files()).flatMap(({ path }) => lineLanguages.find(([name]) => name.test(path))?.[1] ?? []))];
  if (others.length > 0)
    record.say(
      `${others.toSorted().join(', ')}: examined by rules on the text with comments and strings masked, without a grammar; fewer kinds of threats are known there.`,
    );
}

const lineLanguages: readonly (readonly [RegExp, string])[] = [
  [/\.py$/, 'Python'],
  [/\.go$/, 'Go'],
  [/\.rs$/, 'Rust'],
  [/\.java$/, 'Java'],
];
