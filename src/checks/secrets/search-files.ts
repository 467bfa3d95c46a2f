import { createHmac } from 'node:crypto';
import { timeBox, type TimeBox } from '../../system/index.ts';
import { examineBytes, isText, noText } from '../files/examine-files.ts';
import type { Tier } from './candidate.ts';
import { textScanner, type FoundSecret } from './scan-text.ts';
import { leftOutPath } from './vendor.ts';

/** What the job is told. */
export interface SearchInput {
  /** Another one in each process: equal values are known by it, and nothing can be read from what it makes. */
  readonly salt: string;
  /** Expressions of the project's own allowlist, for the value. */
  readonly allowed: readonly string[];
  /** The same, for the path of a file. */
  readonly allowedPaths: readonly string[];
}

/** A secret as the other process may know it: without its value. */
export interface ReportedSecret {
  readonly rule: string;
  readonly about: string;
  readonly tier: Tier;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** At most four signs, of a value that has 16 or more. */
  readonly begins: string;
  readonly reason?: string | undefined;
  readonly confidence: number;
  /** Equal for equal values. */
  readonly same: string;
}

/** Of one file. */
export interface FileSecrets {
  readonly secrets: readonly ReportedSecret[];
  /** Allowed by a comment or by the project's own list. */
  readonly allowed: number;
  /** A file that holds private keys by its kind. Nothing in it is read. */
  readonly isKeyStore?: boolean;
  /** Expressions of the project's list that took too long until then, and allow nothing since. */
  readonly late?: number;
}

const keyStore = /\.(?:p12|pfx)$/i;

/** The job `checks/find-secrets`. */
export default examineBytes<SearchInput, FileSecrets>(async ({ salt, allowed, allowedPaths }) => {
  const scan = textScanner();
  const within = await timeBox();
  const own = new BoxedExpressions(allowed, within);
  const ownPaths = new BoxedExpressions(allowedPaths, within);
  return (path, raw) => {
    if (leftOutPath(path)) return 'the rules of gitleaks leave out pictures, lock files and the like';
    if (ownPaths.match(path)) return 'it is allowed by .gitleaks.toml';
    if (keyStore.test(path)) return { secrets: [], allowed: 0, isKeyStore: true };
    const bytes = textBytes(raw);
    if (bytes === undefined) return noText;
    const { secrets, allowed: byComment } = scan(bytes, path);
    const reported: ReportedSecret[] = [];
    for (const secret of secrets) {
      const value = Buffer.from(bytes.subarray(secret.start, secret.end)).toString('utf8');
      if (!own.match(value)) reported.push(report(secret, value, salt));
    }
    const count = byComment + secrets.length - reported.length;
    const late = own.late + ownPaths.late;
    return reported.length === 0 && count === 0 ? undefined : { secrets: reported, allowed: count, ...(late > 0 && { late }) };
  };
});

/** Milliseconds that one expression may take for one text. */
const maxExpressionMs = 100;

/** Expressions that somebody else wrote. One that takes too long matches nothing from then on: it must not hide a file. */
class BoxedExpressions {
  #expressions: readonly RegExp[];
  readonly #within: TimeBox;
  /** How many took too long. */
  late = 0;

  constructor(sources: readonly string[], within: TimeBox) {
    this.#expressions = sources.map((source) => new RegExp(source));
    this.#within = within;
  }

  match(text: string): boolean {
    if (this.#expressions.length === 0) return false;
    const answer = this.#within(maxExpressionMs, () => this.#expressions.some((one) => one.test(text)));
    if (answer !== 'late') return answer.value;
    const before = this.#expressions.length;
    this.#expressions = this.#expressions.filter((one) => this.#within(maxExpressionMs, () => one.test(text)) !== 'late');
    this.late += before - this.#expressions.length;
    return this.#expressions.some((one) => one.test(text));
  }
}

function report({ rule, about, tier, line, column, confidence, reason }: FoundSecret, value: string, salt: string): ReportedSecret {
  const begins = value.length < 16 ? '' : (/^[\x21-\x7e]{0,4}/.exec(value)?.[0] ?? '');
  const same = createHmac('sha256', salt).update(value).digest('base64').slice(0, 16);
  return { rule, about, tier, line, column, length: value.length, begins, reason, confidence, same };
}

/** The bytes of a text in UTF-8, or nothing for what is no text. Files in UTF-16 are said to be so by their first two bytes. */
function textBytes(bytes: Uint8Array): Uint8Array | undefined {
  const [first, second, third] = bytes;
  // A mark that says that it is UTF-8. Editors do not count it.
  if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.subarray(3);
  if (first === 0xff && second === 0xfe) return Buffer.from(Buffer.from(bytes.subarray(2)).toString('utf16le'));
  if (first === 0xfe && second === 0xff)
    return Buffer.from(
      Buffer.from(bytes.subarray(2, 2 + ((bytes.length - 2) & ~1)))
        .swap16()
        .toString('utf16le'),
    );
  if (isText(bytes)) return bytes;
  // As some programs on Windows write it, without a mark: every second byte of the first letters is 0.
  const start = bytes.subarray(0, 64);
  const isWide = start.length >= 8 && start.every((byte, at) => (byte === 0) === (at % 2 === 1));
  return isWide ? Buffer.from(Buffer.from(bytes).toString('utf16le')) : undefined;
}
