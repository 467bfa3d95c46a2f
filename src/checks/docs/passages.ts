/** A piece of a document, with the place where it begins. Lines and columns count from 1. */
export interface Passage {
  /**
   * `code`: a code span; `block`: a code block, with its line breaks; `text`: one line of prose, its code spans and links blanked out;
   * `link`: the target of a link or an image.
   */
  readonly kind: 'code' | 'block' | 'text' | 'link';
  readonly text: string;
  readonly line: number;
  readonly column: number;
  /** Of a block, in small letters: `ts`, `sh`; empty where the document names none. */
  readonly language?: string | undefined;
  /** Whether the text around it tells of the past (a heading on migration, a line that says "renamed"). */
  readonly isHistory: boolean;
}

/** Nobody writes longer lines: they are data, and left out. */
export const maxLineLength = 10_000;

/** A document as a parser sees it. */
export interface ParsedDocument {
  readonly passages: readonly Passage[];
  /** What a link may name after `#`, folded by {@link foldedAnchor}; absent where other files contribute to the page. */
  readonly anchors?: ReadonlySet<string> | undefined;
}

/** Heading ids differ by renderer in case, punctuation and hyphens, so that only letters and digits are compared. */
export function foldedAnchor(anchor: string): string {
  return decoded(anchor)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** With its `%20`s replaced; as it is where they are none. */
export function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    // A lone percent sign.
    return target;
  }
}

/** Headings below which old names are right. */
const historyHeadings =
  /\b(migrat\w*|upgrad\w*|breaking|deprecat\w*|removed|change ?log|history|what'?s new|release notes?|renam\w*|legacy|roadmap)\b|^\[?v?\d+\.\d+(\.\d+)?\]?\s*([-(]|$)/i;

/** Lines that speak of what was. */
const historyWords =
  /\b(renamed|removed|deprecated|formerly|previously|used to (be|have)|no longer|not anymore|any ?more|was called|legacy|obsolete|replaced|replaces|superseded|dropped|moved (to|from|into)|old(er)? (name|version|api|way)|prior to|before v?\d|since v?\d|until v?\d|gone|deleted|does not exist|doesn't exist|there is no)\b/i;

export function isHistoryHeading(heading: string): boolean {
  return historyHeadings.test(heading);
}

/** Whether the words right before a name say that another one is meant: "use `a` instead of `b`". */
export function isSetAside(before: string): boolean {
  return /\b(instead of|rather than|not|no)\s+(the\s+)?[`"'(]*$/i.test(before);
}

export function isHistoryLine(line: string): boolean {
  return historyWords.test(line);
}
