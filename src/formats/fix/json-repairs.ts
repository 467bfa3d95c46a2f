import type { Tolerance } from '../edit/format.ts';
import { mayCloseBefore, mayDelete, mayHaveHeldValues, mayOpenBefore, sourceOf, touchesNumber, type Source } from './json-evidence.ts';
import { closeAt, closed, opened, startReading, step, takesValue, type Frame, type Reading, type Repair } from './json-reading.ts';
import type { Token } from './json-tokens.ts';

/** A way to read the tokens as JSON. */
export interface Repaired {
  readonly repairs: readonly Repair[];
  /** Whether brackets were set, removed or turned. */
  readonly isNesting: boolean;
  /** A text that lost more than marks could look the same. */
  readonly isDoubtful: boolean;
}

const maxReadings = 250;
const maxRepairs = 40;

/**
 * Every reading of the tokens that needs the fewest repairs, of those whose nesting fits the indentation best. Empty when there is
 * none, or when there are too many to look at.
 *
 * One pass with a set of readings: each may repair what is in its way where only one repair is possible, and once in its life
 * change the nesting, which forks it. A fork ends at the first line that contradicts it.
 *
 * @param hasFinalBreak Whether a line break follows the last token: where a file was cut off there is none
 */
export function repairTokens(text: string, tokens: readonly Token[], tolerance: Tolerance, hasFinalBreak: boolean): readonly Repaired[] {
  const source = sourceOf(text, tokens);
  const allowsTrailing = tolerance === 'unknown' || tolerance === 'comments-and-commas';
  let readings: readonly Reading[] = [startReading(isKey(tokens, 0))];
  for (const i of tokens.keys()) {
    readings = readings.flatMap((reading) => [
      ...advance(reading, tokens, i, allowsTrailing),
      ...(reading.isBold ? [] : forks(source, { ...reading, isBold: true, watched: reading.frame?.depth ?? 0 }, i, allowsTrailing)),
    ]);
    if (readings.length === 0 || readings.length > maxReadings) return [];
  }
  const last = tokens.at(-1);
  const isCutOff = !hasFinalBreak && !(last?.isFirst === true && last.kind === '}');
  const ends = readings.flatMap((reading) => finish(reading, tokens, allowsTrailing, hasFinalBreak));
  const fewest = Math.min(...ends.map(({ strays }) => strays));
  const orderly = ends.filter(({ strays }) => strays === fewest);
  const cheapest = Math.min(...orderly.map(({ repairs }) => repairs.length));
  return orderly
    .filter(({ repairs }) => repairs.length === cheapest)
    .map(({ repairs, isDoubtful, strays }) => {
      const isNesting = repairs.some(({ kind }) => kind.startsWith('insert-o') || kind.endsWith('closer') || kind === 'delete-mark');
      // Where lines are not as they should, they cannot tell where a bracket belongs.
      return {
        repairs,
        isNesting,
        isDoubtful:
          isDoubtful ||
          (isNesting && strays > 0) ||
          (isCutOff && repairs.some(({ kind }) => kind === 'insert-closer' || kind === 'insert-opener')) ||
          mayHaveHeldValues(tokens, repairs),
      };
    });
}

/** After the token as it is, or after it with the one repair that this place allows. */
function advance(reading: Reading, tokens: readonly Token[], i: number, allowsTrailing: boolean): readonly Reading[] {
  const plain = step(reading, tokens, i, allowsTrailing);
  if (plain !== undefined) return [plain];
  const token = tokens[i];
  const { expected, frame } = reading;
  if (token === undefined || reading.repairs.length >= maxRepairs) return [];
  const repaired = (before: Reading, repair: Repair, isBold = false): readonly Reading[] => {
    if (isBold && before.isBold) return [];
    const next = { ...before, repairs: [...before.repairs, repair], isBold: before.isBold || isBold };
    return advanceOnce(next, tokens, i, allowsTrailing);
  };
  if (token.kind === ',' && (expected === 'next' || expected === 'first') && !touchesNumber(tokens, i)) {
    return [{ ...reading, repairs: [...reading.repairs, { kind: 'delete-comma', at: i }] }];
  }
  if (expected === 'comma' && frame !== undefined && startsValue(token) && (frame.kind === '[' || isKey(tokens, i))) {
    const last = tokens[i - 1];
    // 12 34 may have been one number, and "a""b" one text with a quote in it.
    const isOne =
      last?.kind === token.kind && (token.kind === 'number' || (frame.kind === '[' && token.kind === 'string' && last.end === token.start));
    return repaired(
      { ...reading, expected: 'next', isDoubtful: reading.isDoubtful || isOne },
      { kind: 'insert-comma', at: i },
      !token.isFirst,
    );
  }
  if (expected === 'colon' && startsValue(token)) {
    return repaired({ ...reading, expected: 'value' }, { kind: 'insert-colon', at: i }, true);
  }
  const isOwnCloser = token.kind === (frame?.kind === '{' ? '}' : ']');
  if (expected === 'next' && reading.comma !== undefined && isOwnCloser && !touchesNumber(tokens, reading.comma)) {
    return repaired({ ...reading, expected: 'comma' }, { kind: 'delete-comma', at: reading.comma });
  }
  return [];
}

function advanceOnce(reading: Reading, tokens: readonly Token[], i: number, allowsTrailing: boolean): readonly Reading[] {
  const next = step(reading, tokens, i, allowsTrailing);
  return next === undefined ? [] : [next];
}

/** The same reading with its nesting changed here: a bracket set before this token, or the token removed or turned. */
function forks(source: Source, reading: Reading, i: number, allowsTrailing: boolean): readonly Reading[] {
  const { tokens } = source;
  const token = tokens[i];
  if (token === undefined) return [];
  const { frame, expected, repairs, isDoubtful } = reading;
  const found: (Reading | undefined)[] = [];
  const isCloser = token.kind === '}' || token.kind === ']';
  if (frame !== undefined && !frame.isWrap) {
    const mark = frame.kind === '{' ? '}' : ']';
    const isClosable = expected === 'comma' || expected === 'first';
    const isSame = token.kind === mark && !(token.isFirst && token.indent !== frame.indent);
    if (isClosable && !isSame && !isContradicted(frame, tokens, i)) {
      const doubt = isDoubtful || !mayCloseBefore(frame, source, i);
      const before = closed({ ...reading, isDoubtful: doubt }, { kind: 'insert-closer', at: i, mark, indent: frame.indent });
      found.push(...advance(before, tokens, i, allowsTrailing));
    }
    if (isCloser && token.kind !== mark && (isClosable || (expected === 'next' && allowsTrailing))) {
      found.push(closeAt(reading, frame, token, { kind: 'replace-closer', at: i, mark }));
    }
  }
  const isNamed = isKey(tokens, i);
  // Taking the brace from a name's members leaves two names in a row.
  const isNeeded = token.kind === '{' && expected === 'value' && frame !== undefined && isKey(tokens, i + 1);
  if (isCloser || token.kind === '[' || (token.kind === '{' && !isNeeded)) {
    const doubt = isDoubtful || !mayDelete(tokens, i);
    found.push({ ...reading, isDoubtful: doubt, repairs: [...repairs, { kind: 'delete-mark', at: i }] });
  }
  if (takesValue(reading)) {
    for (const mark of ['{', '['] as const) {
      const fits = mark === '{' ? isNamed || token.kind === '}' : !isNamed && (startsValue(token) || token.kind === ']');
      const isLikely = mayOpenBefore(source, i, mark);
      // An object before which a bracket may have been: it is no rival to anything, and long to follow.
      if (!fits || (token.kind === '{' && !isLikely)) continue;
      const inside = opened({ ...reading, isDoubtful: isDoubtful || !isLikely }, mark, tokens[i - 1] ?? token, false);
      const repair: Repair = { kind: 'insert-opener', at: i, mark };
      found.push(step({ ...inside, watched: inside.frame?.depth ?? 0, repairs: [...repairs, repair] }, tokens, i, allowsTrailing));
    }
  }
  return found.filter((one) => one !== undefined);
}

/** The next line starts where this container's members do, and not where the ones around it do. */
function isContradicted({ parent }: Frame, tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1];
  if (tokens[i]?.kind !== ',' || next?.isFirst !== true || parent?.memberIndent === undefined) return false;
  return parent.memberIndent !== next.indent;
}

/** What a reading makes of the end of the text. */
function finish(reading: Reading, tokens: readonly Token[], allowsTrailing: boolean, hasFinalBreak: boolean): readonly Reading[] {
  const { frame, expected, repairs, comma } = reading;
  if (frame === undefined) return expected === 'end' ? [reading] : [];
  const add = (...more: readonly Repair[]): readonly Reading[] => [{ ...reading, repairs: [...repairs, ...more] }];
  if (frame.isWrap && expected === 'comma') return add({ kind: 'wrap' });
  if (frame.isWrap && expected === 'next' && comma !== undefined) {
    return allowsTrailing ? add({ kind: 'wrap' }) : add({ kind: 'delete-comma', at: comma }, { kind: 'wrap' });
  }
  if (reading.isBold || frame.parent !== undefined || expected !== 'comma') return [];
  // Only the very last mark: it is not known what a file that was cut off has lost. A cut leaves no line break after it.
  const isDoubtful = reading.isDoubtful || !hasFinalBreak || tokens.at(-1)?.kind === 'number';
  const closer: Repair = { kind: 'insert-closer', at: tokens.length, mark: frame.kind === '{' ? '}' : ']', indent: frame.indent };
  return [{ ...reading, isDoubtful, repairs: [...repairs, closer] }];
}

function isKey(tokens: readonly Token[], i: number): boolean {
  const kind = tokens[i]?.kind;
  return (kind === 'string' || kind === 'single' || kind === 'word') && tokens[i + 1]?.kind === ':';
}

function startsValue({ kind }: Token): boolean {
  return kind === '{' || kind === '[' || kind === 'string' || kind === 'single' || kind === 'number' || kind === 'literal';
}
