import type { TreeFile } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { isProse } from './documents.ts';

/** Larger files are data or made by a program. */
const maxFileBytes = 1024 * 1024;

/** Files whose words say nothing of what exists: what others wrote, binary content, what tells of the past. */
const leftOut =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|go\.sum|composer\.lock|Gemfile\.lock|deno\.lock|node_modules|vendor)($|\/)|\.(png|jpe?g|gif|webp|ico|woff2?|ttf|otf|eot|pdf|zip|gz|tgz|wasm|mp[34]|webm|map|lock|bin|exe|dll|so|node|jar|class|pyc|db|sqlite|avif|heic|psd|csv|tsv|parquet)$|\.min\.(js|css)$/i;

export function isCode(path: WorkspacePath): boolean {
  return !leftOut.test(path) && !isProse(path);
}

/** The words of the code of a workspace, by their hashes. */
export interface WordIndex {
  /** Takes the files as they are now; only those that changed since the last call are read. */
  update(files: readonly TreeFile[], read: (path: WorkspacePath) => Promise<string | undefined>): Promise<void>;
  has(word: string): boolean;
}

interface KnownFile {
  readonly stamp: string;
  readonly hashes: Uint32Array;
}

export function createWordIndex(): WordIndex {
  const known = new Map<WorkspacePath, KnownFile>();
  /** In how many files each word is. */
  const counts = new Map<number, number>();
  const forget = (path: WorkspacePath): void => {
    for (const hash of known.get(path)?.hashes ?? []) {
      const left = (counts.get(hash) ?? 1) - 1;
      if (left === 0) counts.delete(hash);
      else counts.set(hash, left);
    }
    known.delete(path);
  };
  return {
    async update(files, read) {
      const seen = new Set<WorkspacePath>();
      for (const { changedMs, inode, kind, modifiedMs, path, size } of files) {
        if (kind !== 'file' || size > maxFileBytes || !isCode(path)) continue;
        seen.add(path);
        const stamp = `${size}:${modifiedMs}:${changedMs}:${inode}`;
        if (known.get(path)?.stamp === stamp) continue;
        const text = await read(path);
        forget(path);
        const hashes = wordHashes(text ?? '');
        known.set(path, { stamp, hashes });
        for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
      }
      for (const path of known.keys()) if (!seen.has(path)) forget(path);
    },
    has: (word) => counts.has(wordHash(word)),
  };
}

/**
 * The different words of a text. A name with hyphens counts whole and in its parts. Flags count too: as `--name`, and, for a name in quotes that is
 * given as an option, with one quote before it (`"name`).
 */
export function wordHashes(text: string): Uint32Array {
  const found = new Set<number>();
  for (const flag of declaredFlags(text)) found.add(wordHash(`--${flag}`));
  const { length } = text;
  let whole = start;
  let part = start;
  let isJoined = false;
  let first = 0;
  for (let at = 0; at <= length; at += 1) {
    const code = at < length ? text.charCodeAt(at) : 0;
    if (isNameCode(code)) {
      whole = step(whole, code);
      part = step(part, code);
      continue;
    }
    if (part !== start) found.add(part);
    part = start;
    if (code === hyphen && whole !== start) {
      whole = step(whole, code);
      isJoined = true;
      continue;
    }
    if (whole !== start) {
      const before = text.charCodeAt(first - 1);
      if (isJoined) found.add(whole);
      if (before === hyphen && text.charCodeAt(first - 2) === hyphen) found.add(wordHash(`--${text.slice(first, at)}`));
      else if (isQuote(before) && code === before && isOption(text, first)) found.add(wordHash(`"${text.slice(first, at)}`));
    }
    whole = start;
    isJoined = false;
    first = at + 1;
  }
  return Uint32Array.from(found);
}

/** A field that tells a parser of an option: its type, or what it is for. */
const optionFields =
  /['"]?([A-Za-z][\w-]*)['"]?\s*:\s*(?:Flags\.\w+|\{\s*(?:type\s*:\s*['"](?:boolean|string)|(?:\w+\s*:\s*[^{},]{0,80},\s*){0,3}(?:description|describe|desc|help|argument)\s*:))/g;

/** `#[arg(long)] name:`, `name: { type: 'boolean'`, `name: Flags.boolean`: declared without hyphens. */
function declaredFlags(text: string): readonly string[] {
  const found: string[] = [];
  if (/\b(clap|structopt)\b|#\[arg\(/.test(text)) {
    for (const [, given, field = ''] of text.matchAll(
      /#\[(?:arg|clap|structopt)\([^\]]{0,500}?\blong\b(?:\s*=\s*"([\w-]+)")?[^\]]{0,500}\)\]\s*(?:(?:#\[[^\]]{0,500}\]|\/\/[^\n]*)\s*){0,20}(?:pub(?:\([^)]*\))?\s+)?(\w+)\s*:/g,
    )) {
      found.push(given ?? field.replaceAll('_', '-'));
    }
  }
  for (const [, name = ''] of /\b(type|description|describe|Flags)\b/.test(text) ? text.matchAll(optionFields) : []) {
    found.push(
      name,
      name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    );
  }
  return found;
}

/** Whether the words before a quoted name say that it is an option. */
function isOption(text: string, at: number): boolean {
  const before = text.slice(Math.max(at - 60, 0), at);
  return /flag|option|arg|long|name:/i.test(before.slice(before.lastIndexOf('\n') + 1));
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39 || code === 96;
}

const hyphen = 45;
/** FNV-1a. http://www.isthe.com/chongo/tech/comp/fnv/ */
const start = 0x811c9dc5;

function step(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193) >>> 0;
}

function isNameCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 36 || code >= 128
  );
}

export function wordHash(word: string): number {
  let hash = start;
  for (let at = 0; at < word.length; at += 1) hash = step(hash, word.charCodeAt(at));
  return hash;
}
