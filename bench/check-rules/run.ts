// The rules for dangerous code and the rules about manifests, on the files that git tracks, in this process.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FoundThreat, findThreats } from '../../src/checks/threats/find-threats.ts';
import { scriptParser } from '../../src/checks/threats/search-files.ts';

export interface Measured {
  readonly files: number;
  readonly megabytes: number;
  readonly cpuSeconds: number;
  readonly slowestMs: number;
  readonly found: readonly (FoundThreat & { readonly file: string; readonly text: string })[];
}

const maxBytes = 2 * 1024 * 1024;

export async function threatsIn(root: string): Promise<Measured> {
  const parse = await scriptParser();
  const names = execFileSync('git', ['-C', root, 'ls-files', '-z'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const texts = names.split('\0').flatMap((file) => {
    const text = textOf(join(root, file));
    return file === '' || text === undefined ? [] : [{ file, text }];
  });
  const begun = process.cpuUsage();
  let slowestMs = 0;
  const found = texts.flatMap(({ file, text }) => {
    const started = performance.now();
    const hits = findThreats(file, text, parse);
    slowestMs = Math.max(slowestMs, performance.now() - started);
    const lines = hits.length === 0 ? [] : text.split('\n');
    return hits.map((hit) => ({ ...hit, file, text: (lines[hit.line - 1] ?? '').trim() }));
  });
  const { user, system } = process.cpuUsage(begun);
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return { files: texts.length, megabytes: bytes / 1e6, cpuSeconds: (user + system) / 1e6, slowestMs, found };
}

/** Text of a moderate size; what is not there (a submodule, a file left out of the checkout) is nothing. */
function textOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true || stats.size > maxBytes) return undefined;
  const bytes = readFileSync(path);
  return bytes.subarray(0, 8_000).includes(0) ? undefined : bytes.toString('utf8');
}
