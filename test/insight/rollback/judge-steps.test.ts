import { describe, expect, it } from 'vitest';
import { judgeSteps } from '../../../src/insight/rollback/judge-steps.ts';
import { readReason } from '../../../src/insight/rollback/read-reason.ts';
import { type ChangedFile, changedWords, type Step } from '../../../src/insight/rollback/read-steps.ts';
import { parseSnapshotId, type Snapshot } from '../../../src/snapshots/index.ts';

const minute = 60_000;
const start = new Date(2026, 10, 22, 9, 0).getTime();

function snapshotOf(sequence: number): Snapshot {
  const id = parseSnapshotId(`snap_${sequence}_000000`);
  if (id === undefined) throw new Error('no id');
  const at = new Date(start + sequence * 10 * minute).toISOString();
  return { id, sequence, kind: 'task', at, root: '', files: 1, bytes: 1, skipped: [], skippedCount: 0, complete: true, isProtected: false };
}

type Version = Readonly<Record<string, string>>;

/** One step between each version and the next, ten minutes each; the last one ends now. */
function stepsOf(...versions: readonly Version[]): readonly Step[] {
  return versions.slice(0, -1).map((before, i): Step => {
    const after = versions[i + 1] ?? {};
    const files = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((path): readonly ChangedFile[] => {
      const [old, fresh] = [before[path], after[path]];
      if (old === fresh) return [];
      const kind = old === undefined ? 'added' : fresh === undefined ? 'deleted' : 'modified';
      return [{ path, kind, isUndone: false, words: changedWords(old ?? '', fresh ?? '') }];
    });
    return {
      before: snapshotOf(i),
      after: i === versions.length - 2 ? 'working' : snapshotOf(i + 1),
      from: start + i * 10 * minute,
      to: start + (i + 1) * 10 * minute,
      files,
    };
  });
}

const parser = 'export function parseOptions(given) {\n  if (given.length === 0) return none;\n  return given.split(",");\n}\n';
const cart = 'export function totalOf(items) {\n  let sum = 0;\n  for (const { price } of items) sum += price;\n  return sum;\n}\n';
const base = { 'src/parser.ts': parser, 'src/cart.ts': cart, 'README.md': 'A shop.\n' };

/** Four steps: something harmless, the break, and two more harmless ones, the last one in the broken file. */
function broken(by: Version): readonly Step[] {
  const first = { ...base, 'README.md': 'A shop with parseOptions and totalOf.\n' };
  const second = { ...first, ...by };
  const third = { ...second, 'src/new.ts': 'export const added = 1;\n' };
  const last = Object.fromEntries(
    Object.entries(third).map(([path, text]) => [path, path.startsWith('src/') && text !== '' ? `${text}// end\n` : text]),
  );
  return stepsOf(base, first, second, third, last);
}

function firstFor(steps: readonly Step[], reason: string, files: readonly string[] = []): number | undefined {
  const now = new Date(start + steps.length * 10 * minute);
  const judged = judgeSteps(steps, { clues: readReason(reason, now), files });
  expect(judged.reduce((sum, { likelihood }) => sum + likelihood, 0)).toBeCloseTo(1);
  return judged.toSorted((one, other) => other.likelihood - one.likelihood)[0]?.step.before.sequence;
}

describe('the step that broke it', () => {
  it.each([
    ['a definition that was renamed', { 'src/parser.ts': parser.replace('parseOptions', 'parseAll') }, 'parseOptions is not a function'],
    [
      'a condition in the function that is named',
      { 'src/parser.ts': parser.replace('===', '!==') },
      'parseOptions returns the wrong result',
    ],
    ['a bracket that was lost, by the message alone', { 'src/cart.ts': cart.replace('items)', 'items') }, 'SyntaxError: Unexpected token'],
    ['a line that is named', { 'src/cart.ts': cart.replace('+= price', '-= price') }, 'wrong sum at src/cart.ts:3:40'],
    ['a file that was emptied', { 'src/cart.ts': '' }, 'the code of cart is gone'],
    ['a time at which it was seen', { 'src/cart.ts': cart.replace('let sum = 0', 'let sum = 1') }, 'the sum is off since 09:17'],
    ['a time until which it worked', { 'src/cart.ts': cart.replace('let sum = 0', 'let sum = 1') }, 'the sum is off, it worked at 09:10'],
  ])('is found by %s', (_, by, reason) => {
    expect(firstFor(broken(by), reason)).toBe(1);
  });

  it.each([
    ['a condition', '  if (given.length !== 0) return none;', true],
    ['a number', '  if (given.length === 1) return none;', true],
    ['a name', '  if (given.size === 0) return none;', false],
    ['the space between', '  if (given.length  ===  0) return none;', false],
    ['a comment', '  if (given.length === 0) return none; // 1 > 0', false],
  ])('sees where only %s changed in a function', (_, line, isTurned) => {
    const words = changedWords(parser, parser.replace('  if (given.length === 0) return none;', line));
    expect(words.turned.has('parseoptions')).toBe(isTurned);
  });

  it('is the newest of a file that was asked for, where nothing is said', () => {
    expect(firstFor(broken({ 'src/cart.ts': cart.replace('0', '1') }), '', ['src/cart.ts'])).toBe(3);
  });

  it('is none of which nothing is left', () => {
    const steps = stepsOf(base, { ...base, 'src/cart.ts': '' }, base, { ...base, 'README.md': 'x\n' });
    const undone = steps.map((step, i) => (i < 2 ? { ...step, files: step.files.map((file) => ({ ...file, isUndone: true })) } : step));
    expect(firstFor(undone, 'cart is empty')).toBe(2);
  });

  it('gives its reasons in words, without a part of a name', () => {
    const steps = broken({ 'src/parser.ts': parser.replace('parseOptions', 'parseAll') });
    const clues = readReason('TypeError: parseOptions is not a function', new Date(start + 40 * minute));
    const found = judgeSteps(steps, { clues, files: [] }).find(({ step }) => step.before.sequence === 1);
    expect(found?.reasons).toEqual(['"parseOptions" is not defined any more in src/parser.ts']);
    expect(found?.files).toEqual(['src/parser.ts']);
  });

  it('is not the one that changed the test which fails', () => {
    const test = { 'test/parser.test.ts': 'parseOptions\n' };
    const versions = [base, { ...base, ...test }, { ...base, ...test, 'src/parser.ts': parser.replaceAll('parseOptions', 'parseAll') }];
    expect(firstFor(stepsOf(...versions), 'test/parser.test.ts fails: parseOptions is not a function')).toBe(1);
  });

  it('points to no file by a weak word alone, nor by a part of a name', () => {
    const by = { 'src/parser.ts': parser.replace('parseOptions', 'parseAll'), 'README.md': 'Basket and options.\n' };
    const clues = readReason('TypeError: parseOptions is not a function, basket', new Date(start + 40 * minute));
    const judged = judgeSteps(broken(by), { clues, files: [] });
    expect(judged.find(({ step }) => step.before.sequence === 1)?.files).toEqual(['src/parser.ts']);
  });
});
