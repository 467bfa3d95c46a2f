import type { Tolerance } from '../edit/format.ts';
import { mayCloseBefore, mayDelete, mayHaveHeldValues, mayOpenBefore, sourceOf, touchesNumber, type Source } from './json-evidence.ts';
import { closeAt, closed, opened, startReading, step, takesValue, type Frame, type Reading, type Repair } from './json-reading.ts';
import type { Token } from './json-tokens.ts';

/** A way to read the tokens as JSON. */
export interface Repaired {
  readonly repairs: readonly Repair[];
  /** Whether a repair inserts, deletes or replaces a bracket. */
  readonly changesNesting: boolean;
  /** Whether the text may have lost more than punctuation: a name, a value or a part of a number. */
  readonly isDoubtful: boolean;
}

/** Repairs that change which container a member is in. */
const nestingKinds: ReadonlySet<Repair['kind']> = new Set<Repair['kind']>([
  'insert-opener',
  'insert-closer',
  'replace-closer',
  'delete-mark',
]);
/** What follows the last token: nothing, a line break, or a line break and an empty line. */
export type FileEnd = 'none' | 'break' | 'empty-line';

const maxReadings = 250;
const maxRepairs = 40;

/**
 * The readings of the tokens with the fewest misindented lines, and of these the ones with the fewest repairs. Empty when there is
 * none, or when there are too many readings to follow.
 *
 * One pass over the tokens with a set of readings. A reading is repaired where exactly one repair is possible. In addition, each
 * reading may change the nesting once, which adds alternative readings; an alternative is dropped at the first line that contradicts it.
 *
 * @param end What follows the last token. A file that was cut off has no line break there; a closer that was taken away leaves its line
 */
export function repairTokens(text: string, tokens: readonly Token[], tolerance: Tolerance, end: FileEnd): readonly Repaired[] {
  const source = sourceOf(text, tokens);
  const allowsTrailing = tolerance !== 'strict' && tolerance !== 'comments';
  let readings: readonly Reading[] = [startReading(isKey(tokens, 0))];
  for (const i of tokens.keys()) {
    readings = readings.flatMap((reading) => [
      ...advance(reading, tokens, i, allowsTrailing),
      ...(reading.hasRiskyRepair ? [] : withNestingChanged(source, reading, i, allowsTrailing)),
    ]);
    if (readings.length === 0 || readings.length > maxReadings) return [];
  }
  const last = tokens.at(-1);
  const isCutOff = end === 'none' && !(last?.isFirst === true && last.kind === '}');
  const ends = readings.flatMap((reading) => finish(reading, tokens, allowsTrailing, end));
  const minMisindented = Math.min(...ends.map(({ misindentedLines }) => misindentedLines));
  const bestIndented = ends.filter(({ misindentedLines }) => misindentedLines === minMisindented);
  const minRepairs = Math.min(...bestIndented.map(({ repairs }) => repairs.length));
  return bestIndented
    .filter(({ repairs }) => repairs.length === minRepairs)
    .map(({ repairs, isDoubtful, misindentedLines }) => {
      const changesNesting = repairs.some(({ kind }) => nestingKinds.has(kind));
      return {
        repairs,
        changesNesting,
        isDoubtful:
          isDoubtful ||
          // The place of a bracket is inferred from the indentation, which is unreliable here.
          (changesNesting && misindentedLines > 0) ||
          (isCutOff && repairs.some(({ kind }) => kind === 'insert-closer' || kind === 'insert-opener')) ||
          mayHaveHeldValues(text, tokens, repairs),
      };
    });
}

/** The reading after this token, repaired where the token does not fit and exactly one repair is possible; empty without one. */
function advance(reading: Reading, tokens: readonly Token[], i: number, allowsTrailing: boolean): readonly Reading[] {
  const plain = step(reading, tokens, i, allowsTrailing);
  if (plain !== undefined) return [plain];
  const token = tokens[i];
  const { expected, frame } = reading;
  if (token === undefined || reading.repairs.length >= maxRepairs) return [];
  const repaired = (before: Reading, repair: Repair, isRisky = false): readonly Reading[] => {
    if (isRisky && before.hasRiskyRepair) return [];
    const next = { ...before, repairs: [...before.repairs, repair], hasRiskyRepair: before.hasRiskyRepair || isRisky };
    return advanceOnce(next, tokens, i, allowsTrailing);
  };
  if (token.kind === ',' && (expected === 'next' || expected === 'first') && !touchesNumber(tokens, i)) {
    const isElsewhere = token.isFirst && frame?.memberIndent !== undefined && token.indent !== frame.memberIndent;
    const isDoubtful = reading.isDoubtful || isElsewhere;
    return [{ ...reading, isDoubtful, repairs: [...reading.repairs, { kind: 'delete-comma', at: i }] }];
  }
  if (expected === 'comma' && frame !== undefined && startsValue(token) && (frame.kind === '[' || isKey(tokens, i))) {
    const last = tokens[i - 1];
    // `12 34` may have been one number, and `"a""b"` one string with a quote in it.
    const isOne =
      last?.kind === token.kind && (token.kind === 'number' || (frame.kind === '[' && token.kind === 'string' && last.end === token.start));
    // Where each member has a line of its own, one that is elsewhere was left there by what was cut out.
    const isElsewhere = frame.memberIndent !== undefined && (token.isFirst ? token.indent !== frame.memberIndent : !frame.hasInline);
    // A number at the end of its line may have lost digits.
    const isHalf = last?.kind === 'number' && token.isFirst;
    const isOther = frame.kind === '[' && last !== undefined && !isCloser(last) && !'[{'.includes(token.kind) && last.kind !== token.kind;
    return repaired(
      { ...reading, expected: 'next', isDoubtful: reading.isDoubtful || isOne || isElsewhere || isOther || isHalf },
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

/** The alternatives that change the nesting at this token: a bracket is inserted before it, or it is deleted or replaced. */
function withNestingChanged(source: Source, before: Reading, i: number, allowsTrailing: boolean): readonly Reading[] {
  const token = source.tokens[i];
  if (token === undefined) return [];
  const reading: Reading = { ...before, hasRiskyRepair: true, checkedDepth: before.frame?.depth ?? 0 };
  return [
    ...withCloser(source, reading, token, i, allowsTrailing),
    ...withTokenDeleted(source, reading, token, i),
    ...withOpener(source, reading, token, i, allowsTrailing),
  ];
}

/** A closer inserted before this token, or this token replaced by the right closer. */
function withCloser(source: Source, reading: Reading, token: Token, i: number, allowsTrailing: boolean): readonly Reading[] {
  const { tokens } = source;
  const { frame, expected, isDoubtful } = reading;
  if (frame === undefined || frame.isWrap) return [];
  const found: Reading[] = [];
  const mark = frame.kind === '{' ? '}' : ']';
  const isClosable = expected === 'comma' || expected === 'first';
  const isSame = token.kind === mark && !(token.isFirst && token.indent !== frame.indent);
  if (isClosable && !isSame && !isContradicted(frame, tokens, i)) {
    const doubt = isDoubtful || !mayCloseBefore(frame, source, i);
    const before = closed(
      { ...reading, isDoubtful: doubt },
      {
        kind: 'insert-closer',
        at: i,
        mark,
        indent: frame.indent,
        isInline: frame.line === tokens[i - 1]?.line,
      },
    );
    found.push(...advance(before, tokens, i, allowsTrailing));
  }
  if (isCloser(token) && token.kind !== mark && (isClosable || (expected === 'next' && allowsTrailing))) {
    const replaced = closeAt(reading, frame, token, { kind: 'replace-closer', at: i, mark });
    if (replaced !== undefined) found.push(replaced);
  }
  return found;
}

function withTokenDeleted({ tokens }: Source, reading: Reading, token: Token, i: number): readonly Reading[] {
  const { frame, expected, repairs, isDoubtful } = reading;
  // Without this brace two names would follow each other.
  const isNeeded = token.kind === '{' && expected === 'value' && frame !== undefined && isKey(tokens, i + 1);
  if (!isCloser(token) && token.kind !== '[' && (token.kind !== '{' || isNeeded)) return [];
  // An opener too many is beside the other one.
  const isAlone = (token.kind === '{' || token.kind === '[') && token.isFirst;
  const doubt = isDoubtful || isAlone || !mayDelete(tokens, i);
  return [{ ...reading, isDoubtful: doubt, repairs: [...repairs, { kind: 'delete-mark', at: i }] }];
}

/** An opener inserted before this token. */
function withOpener(source: Source, reading: Reading, token: Token, i: number, allowsTrailing: boolean): readonly Reading[] {
  if (!takesValue(reading)) return [];
  const { tokens } = source;
  const isName = isKey(tokens, i);
  return (['{', '['] as const).flatMap((mark) => {
    const fits = mark === '{' ? isName || token.kind === '}' : !isName && (startsValue(token) || token.kind === ']');
    const isLikely = mayOpenBefore(source, i, mark);
    // An unlikely opener before an object is never the best reading, and would be followed to the end of the text.
    if (!fits || (token.kind === '{' && !isLikely)) return [];
    const inside = opened({ ...reading, isDoubtful: reading.isDoubtful || !isLikely }, mark, tokens[i - 1] ?? token, false);
    const repairs: readonly Repair[] = [...reading.repairs, { kind: 'insert-opener', at: i, mark }];
    const next = step({ ...inside, checkedDepth: inside.frame?.depth ?? 0, repairs }, tokens, i, allowsTrailing);
    return next === undefined ? [] : [next];
  });
}

/** Whether the indentation of the next line contradicts a closer here: it is not that of the parent's members. */
function isContradicted({ parent }: Frame, tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1];
  if (tokens[i]?.kind !== ',' || next?.isFirst !== true || parent?.memberIndent === undefined) return false;
  return parent.memberIndent !== next.indent;
}

/** The reading after the last token, with the repairs that the end of the text needs; empty where it cannot end here. */
function finish(reading: Reading, tokens: readonly Token[], allowsTrailing: boolean, end: FileEnd): readonly Reading[] {
  const { frame, expected, repairs, comma } = reading;
  if (frame === undefined) return expected === 'end' ? [reading] : [];
  const add = (...more: readonly Repair[]): readonly Reading[] => [{ ...reading, repairs: [...repairs, ...more] }];
  if (frame.isWrap && expected === 'comma') return add({ kind: 'wrap' });
  if (frame.isWrap && expected === 'next' && comma !== undefined) {
    return allowsTrailing ? add({ kind: 'wrap' }) : add({ kind: 'delete-comma', at: comma }, { kind: 'wrap' });
  }
  if (reading.hasRiskyRepair || frame.parent !== undefined || expected !== 'comma') return [];
  // Only one missing closer is inserted, and only where nothing else can be missing: its line is still there, or the file has one map of
  // servers and nothing else. A file that was cut off may have lost more than that.
  const isWhole = end === 'empty-line' || (end === 'break' && hasOneMap(tokens));
  const isDoubtful = reading.isDoubtful || !isWhole || tokens.at(-1)?.kind === 'number';
  const closer: Repair = {
    kind: 'insert-closer',
    at: tokens.length,
    mark: frame.kind === '{' ? '}' : ']',
    indent: frame.indent,
    isInline: false,
  };
  return [{ ...reading, isDoubtful, repairs: [...repairs, closer] }];
}

/** Whether the text is one member, a map that ends on a line of its own. */
function hasOneMap(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  if (tokens[2]?.kind !== ':' || tokens[3]?.kind !== '{' || last?.kind !== '}' || !last.isFirst) return false;
  let depth = 0;
  for (const { kind } of tokens) {
    if (kind === '{' || kind === '[') depth++;
    else if (kind === '}' || kind === ']') depth--;
    else if (kind === ',' && depth === 1) return false;
  }
  return true;
}

function isKey(tokens: readonly Token[], i: number): boolean {
  const kind = tokens[i]?.kind;
  return (kind === 'string' || kind === 'single' || kind === 'word') && tokens[i + 1]?.kind === ':';
}

function isCloser({ kind }: Token): boolean {
  return kind === '}' || kind === ']';
}

function startsValue({ kind }: Token): boolean {
  return kind === '{' || kind === '[' || kind === 'string' || kind === 'single' || kind === 'number' || kind === 'literal';
}
