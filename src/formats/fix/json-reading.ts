import type { Token } from './json-tokens.ts';

/**
 * What is done to the marks of a text, by the index of the token it is done to or before. `wrap`: braces around the whole text.
 * `open-first`: the first brace alone.
 */
export type Repair =
  | { readonly kind: 'insert-comma' | 'insert-colon' | 'delete-comma' | 'delete-mark'; readonly at: number }
  | {
      readonly kind: 'insert-closer';
      readonly at: number;
      readonly mark: '}' | ']';
      /** The indentation of the line on which the container was opened. */
      readonly indent: string | undefined;
      /** It was opened on the line of the token before. */
      readonly isInline: boolean;
    }
  | { readonly kind: 'insert-opener'; readonly at: number; readonly mark: '{' | '[' }
  | { readonly kind: 'replace-closer'; readonly at: number; readonly mark: '}' | ']' }
  | { readonly kind: 'wrap' | 'open-first' };

/** A container that is open. */
export interface Frame {
  readonly kind: '{' | '[';
  /** The line it was opened on, and that line's indentation; `undefined` where it is not known. */
  readonly line: number;
  readonly indent: string | undefined;
  /** There is a space after the opener, so an inserted closer gets one before it. */
  readonly isPadded: boolean;
  /** The indentation of the first member that starts a line. */
  readonly memberIndent: string | undefined;
  /** Whether a member is after another one on its line. */
  readonly hasInline: boolean;
  readonly depth: number;
  readonly parent: Frame | undefined;
  /** Inserted by snap around the whole text. */
  readonly isWrap: boolean;
}

/** What may come next. `first`: after an opener. `next`: after a comma. */
type Expected = 'value' | 'first' | 'next' | 'colon' | 'comma' | 'end';

/** One way to read the tokens up to some place. */
export interface Reading {
  readonly frame: Frame | undefined;
  readonly expected: Expected;
  readonly repairs: readonly Repair[];
  /** How many lines are not indented as this reading expects. */
  readonly misindentedLines: number;
  /** Whether a repair was made where others were possible. A reading has at most one of these. */
  readonly hasRiskyRepair: boolean;
  /** The depth of the containers that were open when the nesting was changed: from then on their lines must be indented correctly. */
  readonly checkedDepth: number;
  readonly isDoubtful: boolean;
  /** The index of the last comma. */
  readonly comma: number | undefined;
}

/** At the start of a text. `isFragment`: it starts with a name, so the braces around it are missing. */
export function startReading(isFragment: boolean): Reading {
  const plain: Reading = {
    frame: undefined,
    expected: 'value',
    repairs: [],
    misindentedLines: 0,
    hasRiskyRepair: false,
    checkedDepth: 0,
    isDoubtful: false,
    comma: undefined,
  };
  if (!isFragment) return plain;
  return { ...opened(plain, '{', undefined, false), hasRiskyRepair: true };
}

/** After an opener. */
export function opened(reading: Reading, kind: '{' | '[', at: Token | undefined, isPadded: boolean): Reading {
  const { frame: parent } = reading;
  const frame: Frame = {
    kind,
    line: at?.line ?? 0,
    indent: at?.indent,
    isPadded,
    memberIndent: undefined,
    hasInline: false,
    depth: (parent?.depth ?? 0) + 1,
    parent,
    isWrap: at === undefined,
  };
  return { ...reading, frame, expected: 'first' };
}

/** After the closer of the innermost container, without a check of its indentation. */
export function closed(reading: Reading, repair?: Repair): Reading {
  const parent = reading.frame?.parent;
  const repairs = repair === undefined ? reading.repairs : [...reading.repairs, repair];
  const checkedDepth = Math.min(reading.checkedDepth, parent?.depth ?? 0);
  return { ...reading, frame: parent, expected: parent === undefined ? 'end' : 'comma', repairs, checkedDepth };
}

/** The same reading one token further; `undefined` where that token is not possible, or contradicts the nesting that was changed. */
export function step(reading: Reading, tokens: readonly Token[], i: number, allowsTrailing: boolean): Reading | undefined {
  const { frame, expected } = reading;
  const token = tokens[i];
  if (token === undefined) return undefined;
  switch (token.kind) {
    case '{':
    case '[': {
      const next = tokens[i + 1];
      const isPadded = next !== undefined && !next.isFirst && next.start > token.end;
      const placed = takesValue(reading) ? place(reading, token) : undefined;
      return placed && opened(placed, token.kind, token, isPadded);
    }
    case '}':
    case ']': {
      if (frame === undefined || (frame.kind === '{') !== (token.kind === '}')) return undefined;
      if (expected !== 'comma' && expected !== 'first' && !(expected === 'next' && allowsTrailing)) return undefined;
      if (frame.isWrap && i !== tokens.length - 1) return undefined;
      return closeAt(reading, frame, token, frame.isWrap ? { kind: 'open-first' } : undefined);
    }
    case ',':
      return expected === 'comma' ? { ...reading, expected: 'next', comma: i } : undefined;
    case ':':
      return expected === 'colon' ? { ...reading, expected: 'value' } : undefined;
    case 'string':
    case 'single':
    case 'word':
    case 'number':
    case 'literal': {
      const isText = token.kind === 'string' || token.kind === 'single' || token.kind === 'word';
      if (frame?.kind === '{' && expected !== 'value') {
        const placed = isText && (expected === 'first' || expected === 'next') ? place(reading, token) : undefined;
        return placed && { ...placed, expected: 'colon' };
      }
      const placed = token.kind !== 'word' && takesValue(reading) ? place(reading, token) : undefined;
      return placed && { ...placed, expected: frame === undefined ? 'end' : 'comma' };
    }
    case 'bad':
      return undefined;
    default:
      return token.kind satisfies never;
  }
}

/** Whether a value may be here. */
export function takesValue({ expected, frame }: Reading): boolean {
  return expected === 'value' || (frame?.kind === '[' && (expected === 'first' || expected === 'next'));
}

/** After this closer. A closer that starts a line is expected at the indentation of its opener's line. */
export function closeAt(reading: Reading, frame: Frame, token: Token, repair?: Repair): Reading | undefined {
  const isMisindented = token.isFirst && frame.indent !== undefined && token.indent !== frame.indent;
  if (isMisindented && isChecked(reading, frame)) return undefined;
  return { ...closed(reading, repair), misindentedLines: reading.misindentedLines + (isMisindented ? 1 : 0) };
}

/**
 * After the start of this member. A member that starts a line is expected at the indentation of its siblings and deeper than its
 * container; one that does not, only in a container where others are also on one line.
 */
function place(reading: Reading, token: Token): Reading | undefined {
  const { frame, expected } = reading;
  if (frame === undefined || expected === 'value') return reading;
  const isMisindented = token.isFirst
    ? (frame.memberIndent !== undefined && frame.memberIndent !== token.indent) ||
      (frame.indent !== undefined && token.indent.length <= frame.indent.length)
    : frame.kind === '{' && frame.memberIndent !== undefined && !frame.hasInline;
  if (isMisindented && isChecked(reading, frame)) return undefined;
  const known = token.isFirst ? { memberIndent: frame.memberIndent ?? token.indent } : { hasInline: true };
  return { ...reading, frame: { ...frame, ...known }, misindentedLines: reading.misindentedLines + (isMisindented ? 1 : 0) };
}

function isChecked({ hasRiskyRepair, checkedDepth }: Reading, { depth }: Frame): boolean {
  return hasRiskyRepair && depth <= checkedDepth;
}
