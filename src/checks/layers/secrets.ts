import { randomBytes } from 'node:crypto';
import { count } from '../../system/index.ts';
import { KeptResults } from '../files/kept-results.ts';
import { type FilesJob, leftOutLine, nothingExamined } from '../files/over-files.ts';
import type { Layer, LayerRecord } from '../mode.ts';
import { pathKind } from '../secrets/path-kind.ts';
import { projectAllowlist, type ProjectAllowlist } from '../secrets/project-allowlist.ts';
import type { FileSecrets, ReportedSecret, SearchInput } from '../secrets/search-files.ts';

const job: FilesJob<SearchInput, FileSecrets> = { name: 'checks/find-secrets' };
const kept = new KeptResults<FileSecrets>();
const salt = randomBytes(32).toString('base64');

/** Larger files are data sets and recordings. Each is named in the report. */
const maxBytes = 16 * 1024 * 1024;
/** A value that so many places share is one that tests are filled with. */
const maxRepeats = 20;
const notText =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|psd|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|wasm|node|so|dylib|dll|exe|o|a|pyc|pdf|mp[34]|mov|avi|webm|ogg|wav|flac|sqlite|db)$/i;

/** Tokens, keys and passwords in the text of files. */
export const secrets: Layer = {
  name: 'secrets',
  needs: ['files'],
  says: 'Tokens in a vendor’s format and private keys are errors; passwords and other values that only their name gives away are warnings, in tests and documentation notes.',
  async find(scope, context, record) {
    const { workspace } = await context.workbench();
    const all = (await context.files()).filter(({ path, kind, size }) => kind === 'file' && size > 0 && scope.covers(path));
    const own = await projectAllowlist(context.system, workspace.root);
    const told = new Told(record, own);
    const files = all.filter(({ path }) => !notText.test(path) && !own.ignores(path));
    const large = files.filter(({ size }) => size > maxBytes);
    const searched = files.filter(({ size }) => size <= maxBytes);
    if (all.length === 0) return { skipped: 'no file to examine was changed or named' };
    const ignored = all.filter(({ path }) => own.ignores(path)).length;
    if (files.length === 0)
      return { skipped: ignored > 0 ? 'every file is left out by .secretlintignore' : 'no file that is text was changed or named' };
    if (ignored > 0) record.say(`${count(ignored, 'file')} left out by .secretlintignore.`);
    if (searched.length === 0 && large[0] !== undefined)
      return { skipped: `no file could be examined: ${large[0].path}: it is larger than 16 MiB` };
    const { missing, left } = await kept.examine(context, job, {
      root: workspace.root,
      key: [...own.values, '', ...own.paths].join('\n'),
      files: searched,
      extra: { salt, allowed: own.values, allowedPaths: own.paths },
      take: (path, result) => told.take(path, result),
    });
    if (missing !== undefined) return { skipped: missing };
    const nothing = nothingExamined(left, searched.length);
    if (nothing !== undefined) return { skipped: nothing };
    told.end(leftOutLine([...large.map(({ path }) => ({ path, reason: 'it is larger than 16 MiB' })), ...left]));
    return undefined;
  },
};

/** Turns what was found into findings. What is advice waits until all files are known: only then it is clear what repeats. */
class Told {
  readonly #record: LayerRecord;
  readonly #own: ProjectAllowlist;
  readonly #advice: { readonly file: string; readonly secret: ReportedSecret }[] = [];
  #allowed = 0;
  #late = 0;

  constructor(record: LayerRecord, own: ProjectAllowlist) {
    this.#record = record;
    this.#own = own;
  }

  #keyStore(file: string): void {
    this.#record.add({
      file,
      severity: 'warning',
      rule: 'pkcs12-file',
      source: 'snap',
      message: 'A file that holds private keys (PKCS #12).',
      fix: 'If it is not made for tests, remove it from version control and replace the keys.',
    });
  }

  take(file: string, result: FileSecrets | undefined): void {
    if (result === undefined) return;
    if (result.isKeyStore === true) this.#keyStore(file);
    this.#allowed += result.allowed;
    this.#late = Math.max(this.#late, result.late ?? 0);
    for (const secret of result.secrets) {
      if (this.#own.allowsFinding(file, secret.rule, secret.line)) this.#allowed += 1;
      else if (secret.tier === 1) this.#add(file, secret, 'error');
      else this.#advice.push({ file, secret });
    }
  }

  end(leftOut: string | undefined): void {
    const counts = new Map<string, number>();
    for (const { secret } of this.#advice) counts.set(secret.same, (counts.get(secret.same) ?? 0) + 1);
    for (const { file, secret } of this.#advice) {
      const { isTest, isDoc } = pathKind(file);
      const repeats = counts.get(secret.same) ?? 1;
      const reason = repeats > maxRepeats ? `The same value is in ${repeats} places, as values for tests are.` : secret.reason;
      this.#add(file, { ...secret, reason }, isTest || isDoc || repeats > maxRepeats ? 'info' : 'warning');
    }
    if (leftOut !== undefined) this.#record.say(leftOut);
    if (this.#late > 0) this.#record.say(`.gitleaks.toml: ${count(this.#late, 'expression')} took too long, so nothing is allowed by it.`);
    if (this.#allowed > 0)
      this.#record.say(`${count(this.#allowed, 'secret')} allowed by ${['comments', ...this.#own.sources].join(' or ')}.`);
  }

  #add(
    file: string,
    { rule, about, line, column, length, begins, confidence, reason }: ReportedSecret,
    severity: 'error' | 'warning' | 'info',
  ): void {
    const start = begins === '' ? '' : `, begins with "${begins}"`;
    this.#record.add({
      file,
      line,
      column,
      severity,
      rule,
      source: 'snap',
      message: `${about.replace(/\.$/, '')}: ${count(length, 'character')}${start}.`,
      ...(severity === 'error' && {
        fix: `Replace it where it was issued, then read it from the environment or a secret store. Meant as it is: ${howToAllow(file, rule, line)}`,
      }),
      ...(reason !== undefined && { reason }),
      ...(confidence < 1 && { confidence: Math.round(confidence * 100) }),
    });
  }
}

/** A key of several lines has no end of a line for a comment, and JSON has no comments. https://github.com/gitleaks/gitleaks#gitleaksignore */
function howToAllow(file: string, rule: string, line: number): string {
  return rule.endsWith('private-key') || /\.(?:json|pem|key)$/i.test(file)
    ? `add the line "${file}:${rule}:${line}" to .gitleaksignore.`
    : 'end the line with the comment gitleaks:allow.';
}
