import { maskTokens } from '../../secrets/mask-tokens.ts';
import { cleanText, spelled, spellHidden } from '../../system/index.ts';

/** How text is marked, as far as the terminal can show it. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  /** Whether the terminal shows more than ASCII. */
  readonly isUnicode: boolean;
  readonly isColored: boolean;
  /** A mark from the terminal's repertoire: Unicode where it can show it. */
  readonly mark: Readonly<Record<keyof typeof asciiMarks, string>>;
  /** The marks of a result, each in its colour. */
  readonly sign: Readonly<Record<Sign, string>>;
}

/** How something is: right, wrong, doubtful, or nothing to say. */
export type Sign = 'good' | 'bad' | 'warn' | 'none';

const severitySigns = { error: 'bad', warning: 'warn', info: 'none' } as const;

/** The sign before a finding. */
export function severityMark(severity: keyof typeof severitySigns, { sign }: Style): string {
  return sign[severitySigns[severity]];
}

/** The sequences that {@link Style} makes: any other sequence in a text is not from snap. */
const ownColors = /(\u001B\[(?:1|2|22|31|32|33|39)m)/;

/**
 * The door for every printed text, names and words of others included: nothing in it acts on the terminal or is hidden, and no token
 * leaves, also where a caller forgot to mask it. Cleaned first, so that none is missed.
 */
export function screenText(text: string, { isColored }: Pick<Style, 'isColored'>): string {
  const clean = isColored
    ? text
        .split(ownColors)
        .map((part, i) => (i % 2 === 1 ? part : cleanText(part)))
        .join('')
    : cleanText(text);
  return maskTokens(clean);
}

const unicodeMarks = { good: '✓', bad: '✗', warn: '!', none: '·', arrow: '→', here: '❯' };
const asciiMarks = { good: '+', bad: 'x', warn: '!', none: '-', arrow: '->', here: '>' };

export function styleOf(colored: boolean, unicode: boolean): Style {
  const paint = (open: number, close: number) => (text: string) => (colored ? `\u001B[${open}m${text}\u001B[${close}m` : text);
  const [dim, red, green, yellow] = [paint(2, 22), paint(31, 39), paint(32, 39), paint(33, 39)];
  const mark = unicode ? unicodeMarks : asciiMarks;
  return {
    bold: paint(1, 22),
    dim,
    red,
    green,
    yellow,
    isUnicode: unicode,
    isColored: colored,
    mark,
    sign: { good: green(mark.good), bad: red(mark.bad), warn: yellow(mark.warn), none: dim(mark.none) },
  };
}

/**
 * Text from files and servers is data: control characters (an escape sequence could repaint the terminal) and characters that
 * are invisible or reverse the text are printed as escapes. So are line ends and tabs: split a text of several lines first.
 */
export function plain(text: string): string {
  return spellHidden(text).replaceAll(/[\n\t]/g, spelled);
}
