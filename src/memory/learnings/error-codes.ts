/**
 * Codes of errors, and the words in which programs and people say them. Short codes that mean other things as well (`404` may be a line) are
 * left out. Looked up on 2026-11-22:
 * errno: https://man7.org/linux/man-pages/man3/errno.3.html and https://nodejs.org/api/errors.html#common-system-errors
 * signals: https://man7.org/linux/man-pages/man7/signal.7.html
 * TypeScript: https://github.com/microsoft/TypeScript/blob/main/src/compiler/diagnosticMessages.json
 * Rust: https://doc.rust-lang.org/error_codes/error-index.html
 */
const codes: readonly (readonly [code: string, words: string])[] = [
  ['eacces', 'permission denied'],
  ['eaddrinuse', 'address port already in use'],
  ['econnaborted', 'connection aborted'],
  ['econnrefused', 'connection refused'],
  ['econnreset', 'connection reset'],
  ['ebusy', 'resource busy'],
  ['eexist', 'already exists'],
  ['ehostunreach', 'host unreachable'],
  ['eisdir', 'is a directory'],
  ['eloop', 'too many symbolic links'],
  ['emfile', 'too many open files'],
  ['enametoolong', 'name too long'],
  ['enetunreach', 'network unreachable'],
  ['enoent', 'no such file not found'],
  ['enomem', 'out of memory'],
  ['enospc', 'no space left'],
  ['enotdir', 'not a directory'],
  ['enotempty', 'directory not empty'],
  ['enotfound', 'dns lookup failed host not found'],
  ['eperm', 'operation not permitted'],
  ['epipe', 'broken pipe'],
  ['erofs', 'read only file system'],
  ['etimedout', 'timeout'],
  ['exdev', 'cross device link'],
  ['sigabrt', 'aborted'],
  ['sigint', 'interrupted'],
  ['sigkill', 'killed'],
  ['sigsegv', 'segmentation fault'],
  ['sigterm', 'terminated'],
  ['oom', 'out of memory'],
  ['ts1259', 'esmoduleinterop default import'],
  ['ts2304', 'cannot find name'],
  ['ts2307', 'cannot find module'],
  ['ts2322', 'type not assignable'],
  ['ts2339', 'property does not exist'],
  ['ts2345', 'argument not assignable'],
  ['ts2531', 'possibly null'],
  ['ts2532', 'possibly undefined'],
  ['ts7006', 'implicitly any parameter'],
  ['ts7016', 'declaration file module'],
  ['e0277', 'trait not implemented'],
  ['e0308', 'mismatched types'],
  ['e0382', 'use of moved value'],
  ['e0425', 'unresolved name'],
  ['e0433', 'undeclared crate module'],
  ['e0499', 'borrow mutable more than once'],
  ['e0502', 'borrow mutable also immutable'],
  ['e0505', 'moved while borrowed'],
  ['e0597', 'does not live long enough'],
];

const wordsOfCode: ReadonlyMap<string, readonly string[]> = new Map(codes.map(([code, words]) => [code, words.split(' ')]));

/** What a code of an error says, in words; nothing for other words. @param word in lower case. */
export function errorWords(word: string): readonly string[] {
  return wordsOfCode.get(word) ?? [];
}
