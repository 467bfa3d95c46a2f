import { createHmac } from 'node:crypto';
import { examineBytes } from '../files/examine-files.ts';
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
}

const keyStore = /\.(?:p12|pfx)$/i;

/** The job `checks/find-secrets`. */
export default examineBytes<SearchInput, FileSecrets>(async ({ salt, allowed, allowedPaths }) => {
  const scan = textScanner();
  const own = allowed.map((expression) => new RegExp(expression));
  const ownPaths = allowedPaths.map((expression) => new RegExp(expression));
  return (path, raw) => {
    if (leftOutPath(path) || ownPaths.some((expression) => expression.test(path))) return undefined;
    if (keyStore.test(path)) return { secrets: [], allowed: 0, isKeyStore: true };
    const bytes = textBytes(raw);
    if (bytes === undefined) return undefined;
    const { secrets, allowed: byComment } = scan(bytes, path);
    const reported: ReportedSecret[] = [];
    for (const secret of secrets) {
      const value = Buffer.from(bytes.subarray(secret.start, secret.end)).toString('utf8');
      if (!own.some((expression) => expression.test(value))) reported.push(report(secret, value, salt));
    }
    const count = byComment + secrets.length - reported.length;
    return reported.length === 0 && count === 0 ? undefined : { secrets: reported, allowed: count };
  };
});

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
  return bytes.subarray(0, 8_000).includes(0) ? undefined : bytes;
}
