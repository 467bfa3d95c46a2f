import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixText } from '../../../src/formats/fix/fix-text.ts';
import type { FormatName } from '../../../src/formats/edit/format.ts';
import { loadFormat } from '../../../src/formats/load-format.ts';
import { sameValue, toValue, type Value } from '../../../src/formats/syntax/node.ts';
import { rounds } from '../../support/storm.ts';

const formats = { json: await loadFormat('json'), yaml: await loadFormat('yaml'), toml: await loadFormat('toml') };
const tolerance = 'comments-and-commas';

interface Whole {
  readonly name: FormatName;
  readonly text: string;
  readonly value: Value;
}

const byExtension: ReadonlyMap<string, FormatName> = new Map([
  ['.json', 'json'],
  ['.jsonc', 'json'],
  ['.yaml', 'yaml'],
  ['.yml', 'yaml'],
  ['.toml', 'toml'],
]);

/** Files as people have them. */
const files: readonly Whole[] = filesBelow(fileURLToPath(new URL('../../fixtures/clients', import.meta.url)));

function filesBelow(root: string): readonly Whole[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).flatMap((path): readonly Whole[] => {
    const name = byExtension.get(extname(path));
    if (name === undefined) return [];
    const text = readFileSync(join(root, path), 'utf8').replace(/^\uFEFF/, '');
    const parsed = formats[name].parse(text, tolerance);
    return parsed.kind === 'tree' && parsed.root !== undefined ? [{ name, text, value: toValue(parsed.root) }] : [];
  });
}

/** Whether all of it was there before: nothing is invented, and nothing is put where it was not. */
function isPartOf(part: Value, whole: Value): boolean {
  if (part instanceof Map)
    return whole instanceof Map && [...part].every(([key, value]) => whole.has(key) && isPartOf(value, whole.get(key) ?? null));
  if (!Array.isArray(part)) return sameValue(part, whole);
  if (!Array.isArray(whole)) return false;
  let next = 0;
  return part.every((item) => {
    while (next < whole.length && !isPartOf(item, whole[next] ?? null)) next++;
    return next++ < whole.length;
  });
}

/** What happens to a text between two places of it. */
const damages: readonly ((text: string, at: number, length: number) => readonly [from: number, to: number, put: string])[] = [
  (text, at, length) => [at, Math.min(text.length, at + length), ''],
  (text, at, length) => [at, Math.min(lineEnd(text, at), at + 1 + (length % 30)), ''],
  (text, at) => [at, lineEnd(text, at), ''],
  (text, at) => [at, Math.max(at, text.slice(at, lineEnd(text, at)).search(/["']/) + at + 1), ''],
  (_, at) => [at, at + 1, ''],
  (_, at, length) => [at, at + 1, marks.charAt(length % marks.length)],
  (_, at, length) => [at, at, marks.charAt(length % marks.length)],
];

const marks = '"\'{}[],:=\\# x1\t\n';

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

describe('a file that was cut or damaged', () => {
  it.each([20_261_123, 41, 5_003, 977])('never gets a value that it did not have (seed %i)', (seed) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.constantFrom(...damages),
        fc.nat(99_999),
        fc.integer({ min: 1, max: 200 }),
        ({ name, text, value }, damage, where, length) => {
          const [from, to, put] = damage(text, where % text.length, length);
          const broken = text.slice(0, from) + put + text.slice(to);
          const fixed = fixText(broken, name, formats[name], tolerance);
          if (fixed === undefined) return;
          const parsed = formats[name].parse(fixed.text, tolerance);
          const after = parsed.kind === 'tree' && parsed.root !== undefined ? toValue(parsed.root) : null;
          expect(isPartOf(after, value) ? '' : JSON.stringify([broken.slice(Math.max(0, from - 60), from + 60), fixed.says])).toBe('');
        },
      ),
      { numRuns: rounds(500), seed },
    );
  });
});
