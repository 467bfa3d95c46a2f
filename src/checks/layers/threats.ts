import { count } from '../../system/index.ts';
import { KeptResults } from '../files/kept-results.ts';
import { type FilesJob, leftOutLine, nothingExamined } from '../files/over-files.ts';
import type { Layer, LayerRecord } from '../mode.ts';
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
  says: 'Rules: assistant-instructions, disabled-tls, dynamic-code, hidden-text, install-script, shell-command. In tests, examples and documentation a finding ranks one step lower. Lines that the project has accepted (`nosec`, `NOSONAR`, `eslint-disable-line` with such a rule, `snap-ignore`) are left out.',
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
    const { missing, left } = await kept.examine(context, job, {
      root: workspace.root,
      // What assistants read comes first: the time may be up.
      files: files.toSorted((one, other) => Number(isAssistantFile(other.path)) - Number(isAssistantFile(one.path))),
      extra: undefined,
      keeps: (result) => result?.unparsed === undefined,
      take: (path, result) => told.take(path, result),
    });
    if (missing !== undefined) return { skipped: missing };
    const nothing = nothingExamined(left, files.length);
    if (nothing !== undefined) return { skipped: nothing };
    const unparsed = told.end();
    const leftOut = leftOutLine([...large, ...left]);
    if (leftOut !== undefined) record.say(leftOut);
    return unparsed === undefined ? undefined : { skipped: unparsed };
  },
};

/** Turns what was found in files into findings. */
class Told {
  readonly #scope: Scope;
  readonly #record: LayerRecord;
  readonly #scripts: string[] = [];
  #unparsed: { readonly reason: string; files: number } | undefined;
  #hasFound = false;

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
    this.#hasFound ||= result.found.length > 0;
    for (const found of result.found) {
      if (found.rule === onlyWhenAdded && found.severity === 'info' && this.#scope.diff === undefined)
        this.#scripts.push(`${file}:${found.line}`);
      else this.#record.add({ file, ...found, source: 'snap' });
    }
  }

  /** @returns what was not examined because the parser is not installed, where nothing was found in the rest. */
  end(): string | undefined {
    const [first] = this.#scripts;
    if (first !== undefined) {
      const others = this.#scripts.length === 1 ? '' : ` and ${this.#scripts.length - 1} more`;
      this.#record.say(`Scripts that run on every machine that installs: ${first}${others}. With a diff, added ones are findings.`);
    }
    if (this.#unparsed === undefined) return undefined;
    const { files, reason } = this.#unparsed;
    const said = `${count(files, 'JavaScript or TypeScript file')} could not be examined for dangerous code: ${reason}`;
    if (!this.#hasFound) return said;
    this.#record.say(`${said}.`);
    return undefined;
  }
}
