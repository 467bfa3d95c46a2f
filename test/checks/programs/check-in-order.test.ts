import { describe, expect, it } from 'vitest';
import { checkInOrder, type CheckOrder } from '../../../src/checks/programs/hosts/check-in-order.ts';
import type { BuilderProgram, Diagnostic, SourceFile } from '../../../src/checks/programs/hosts/typescript-api.ts';

const fileOf = (name: string): SourceFile => ({
  fileName: `/${name}.ts`,
  resolvedPath: `/${name}.ts`,
  isDeclarationFile: false,
  version: '1',
  getLineAndCharacterOfPosition: () => ({ line: 0, character: 0 }),
});
const names = 'abcdef'.split('');
const files = names.map(fileOf);
const [a, b] = files;
/** Who imports a file: b imports a, d imports b, c imports d. */
const importers: Readonly<Record<string, readonly string[]>> = { a: ['b'], b: ['d'], d: ['c'] };

/** A builder in which every file has one diagnostic, and which keeps what it was asked for. */
function builderOf(looked: string[], onLook: () => void = () => undefined): BuilderProgram {
  const known = new Map<string, readonly Diagnostic[]>();
  const look = (file: SourceFile): readonly Diagnostic[] => {
    const before = known.get(file.fileName);
    if (before !== undefined) return before;
    looked.push(file.fileName.slice(1, 2));
    onLook();
    const found = [{ file, start: 0, code: 1, category: 1, messageText: file.fileName }];
    known.set(file.fileName, found);
    return found;
  };
  const rest = { getConfigFileParsingDiagnostics: () => [], getSyntacticDiagnostics: () => [], getOptionsDiagnostics: () => [] };
  return {
    ...rest,
    getGlobalDiagnostics: () => [],
    getDeclarationDiagnostics: () => [],
    emit: () => undefined,
    getCompilerOptions: () => ({}),
    getSourceFiles: () => files,
    getProgram: () => ({ getSemanticDiagnostics: look }),
    getSemanticDiagnostics: (file) => (file === undefined ? files.flatMap(look) : look(file)),
    getSemanticDiagnosticsOfNextAffectedFile: () => undefined,
    state: {
      referencedMap: { getKeys: (path) => new Set((importers[path.slice(1, 2)] ?? []).map((name) => `/${name}.ts`)) },
    },
  };
}

const order = (more: Partial<CheckOrder>): CheckOrder => ({
  before: files,
  first: [],
  tell: () => undefined,
  isReplaced: () => false,
  ...more,
});

describe('the files of a program', () => {
  it.each<[string, Partial<CheckOrder>, string]>([
    ['nothing changed', {}, 'abcdef'],
    ['the changed one first, then what imports it, the nearest first', { before: files.filter((file) => file !== a) }, 'abdcef'],
    [
      'those that were asked about before what imports the changed ones',
      { before: files.filter((file) => file !== b), first: ['/f.ts'] },
      'bfdcae',
    ],
    ['at the first look those that were asked about', { before: [], first: ['/e.ts'] }, 'eabcdf'],
  ])('are looked at once each, in this order: %s', async (_, given, expected) => {
    const looked: string[] = [];
    const found = await checkInOrder(builderOf(looked), order(given));
    expect(looked.join('')).toBe(expected);
    expect(new Set(found.map(({ messageText }) => messageText))).toEqual(new Set(names.map((name) => `/${name}.ts`)));
    expect(found).toHaveLength(names.length);
  });

  it('have their findings told before the rest is looked at, each once', async () => {
    const looked: string[] = [];
    const told: string[] = [];
    await checkInOrder(
      builderOf(looked),
      order({
        before: files.filter((file) => file !== b),
        tell: (found, done, of) => told.push(`${found.map(({ file }) => file?.fileName).join()} ${done}/${of} after ${looked.length}`),
      }),
    );
    expect(told).toEqual([
      '/b.ts 1/6 after 1',
      '/d.ts 2/6 after 2',
      '/c.ts 3/6 after 3',
      '/a.ts 4/6 after 4',
      '/e.ts 5/6 after 5',
      '/f.ts 6/6 after 6',
    ]);
  });

  it('are left for the next question when nobody waits for this one', async () => {
    const looked: string[] = [];
    // Each look takes longer than the time after which others are heard.
    const builder = builderOf(looked, () => {
      for (const end = performance.now() + 60; performance.now() < end;);
    });
    let isReplaced = false;
    const work = checkInOrder(
      builder,
      order({
        tell: (_, done) => {
          isReplaced ||= done === 2;
        },
        isReplaced: () => isReplaced,
      }),
    );
    await expect(work).rejects.toThrow('another question waits');
    expect(looked.join('')).toBe('ab');
    // What was looked at is not looked at again.
    await checkInOrder(builder, order({}));
    expect(looked.join('')).toBe('abcdef');
  });
});
