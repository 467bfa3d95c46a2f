import { PassThrough, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Where keys come from: standard input, which is a terminal then. */
export interface KeySource {
  on(event: 'data', listener: (chunk: Buffer | string) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  off(event: 'data', listener: (chunk: Buffer | string) => void): unknown;
  off(event: 'end', listener: () => void): unknown;
  resume(): unknown;
  pause(): unknown;
  /** Raw: each key arrives by itself, and Ctrl-C is a key. */
  setRawMode(isRaw: boolean): unknown;
}

/** The keys that are pressed while one question is shown. */
export interface Keyboard {
  /** For the prompt. */
  readonly input: Readable;
  /** Whether Ctrl-C was pressed. The prompts treat Esc and Ctrl-C alike; the exit code of the command differs. */
  isInterrupted(): boolean;
  /** Whether Ctrl-D was pressed or the terminal is gone. */
  hasEnded(): boolean;
  /** Passes on Ctrl-C again, a moment later: a prompt ignores keys while it checks an answer. */
  repeatInterrupt(): void;
  close(): void;
}

const ctrlC = '\u0003';
const ctrlD = '\u0004';
/** The prompts would stop the program and not draw the question again when it goes on. */
const ctrlZ = '\u001A';

/**
 * Opens the keyboard for one question. What was typed before the person could see the question is dropped: it was meant for something
 * else, and an Enter would have answered it. Only a Ctrl-C counts.
 * @param takesText whether a paste is part of an answer; else it is dropped, because a letter in it would be taken for a key.
 * @param turn waits until the source has had a chance to deliver what it holds.
 */
export async function openKeyboard(
  source: KeySource,
  { takesText, turn = eventLoopTurn }: { readonly takesText: boolean; readonly turn?: () => Promise<void> },
): Promise<Keyboard> {
  source.setRawMode(true);
  let isInterrupted = await dropTypedAhead(source, turn);
  let hasEnded = false;
  const keys = keyReader(takesText);
  const decoder = new StringDecoder('utf8');
  const input = Object.assign(new PassThrough({ encoding: 'utf8' }), {
    // The prompts switch the mode of what they read from, if it is a terminal.
    isTTY: true,
    setRawMode: (isRaw: boolean) => source.setRawMode(isRaw),
  });
  const take = (chunk: Buffer | string): void => {
    const typed = keys(typeof chunk === 'string' ? chunk : decoder.write(chunk));
    if (typed === '') return;
    isInterrupted ||= typed.includes(ctrlC);
    hasEnded ||= typed.includes(ctrlD);
    input.write(typed);
  };
  // A question whose terminal is gone would never be answered, and the program end without a word.
  const end = (): void => {
    hasEnded = true;
    input.write(ctrlD);
  };
  source.on('data', take);
  source.on('end', end);
  source.resume();
  return {
    input,
    isInterrupted: () => isInterrupted,
    hasEnded: () => hasEnded,
    repeatInterrupt: () => void setImmediate(() => input.write(ctrlC)),
    close() {
      source.off('data', take);
      source.off('end', end);
      source.pause();
      source.setRawMode(false);
      input.destroy();
    },
  };
}

// While a key is held down, input never stops; the question appears after this many turns all the same.
const maxTurns = 50;

/** @returns whether a Ctrl-C was among what was dropped. */
async function dropTypedAhead(source: KeySource, turn: () => Promise<void>): Promise<boolean> {
  let isInterrupted = false;
  let isQuiet = false;
  const drop = (chunk: Buffer | string): void => {
    isQuiet = false;
    isInterrupted ||= String(chunk).includes(ctrlC);
  };
  source.on('data', drop);
  source.resume();
  for (let turns = 0; turns < maxTurns && !isQuiet; turns += 1) {
    isQuiet = true;
    await turn();
  }
  source.off('data', drop);
  return isInterrupted;
}

/** Twice, because the first may come before the terminal is looked at. */
async function eventLoopTurn(): Promise<void> {
  for (let i = 0; i < 2; i += 1) await new Promise((resume) => setImmediate(resume));
}

const pasteBegins = '\u001B[200~';
const pasteEnds = '\u001B[201~';
/** Terminals put a paste between two marks on request: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h2-Bracketed-Paste-Mode */
export const markPastes = { on: '\u001B[?2004h', off: '\u001B[?2004l' } as const;
/** More than any answer; the rest of a longer paste is dropped. */
const maxPaste = 65_536;

/**
 * Turns what a terminal sends into keys. Enter is always `\r`: in a terminal that is not raw it arrives as `\n`, as Ctrl-J does, which the
 * prompts take for another key. A paste is one line of text and never an Enter.
 */
export function keyReader(takesText: boolean): (typed: string) => string {
  let held = '';
  let pasted: string | undefined;
  return (typed) => {
    // Also from within a paste whose end never came.
    if (typed === ctrlC) {
      held = '';
      pasted = undefined;
      return ctrlC;
    }
    let rest = held + typed;
    let keys = '';
    held = '';
    while (rest !== '') {
      const mark = pasted === undefined ? pasteBegins : pasteEnds;
      const at = rest.indexOf(mark);
      // A lone Esc is the key, unless it may be the beginning of the mark that ends a paste.
      const cutMark = at === -1 ? beginningAtEnd(rest, mark, pasted === undefined ? 2 : 1) : 0;
      const part = at === -1 ? rest.slice(0, rest.length - cutMark) : rest.slice(0, at);
      held = at === -1 ? rest.slice(rest.length - cutMark) : '';
      rest = at === -1 ? '' : rest.slice(at + mark.length);
      if (pasted === undefined) keys += part.replaceAll(/\r\n?|\n/g, '\r').replaceAll(ctrlZ, '');
      else if (pasted.length < maxPaste) pasted += part;
      if (at === -1) break;
      if (pasted !== undefined && takesText) keys += asOneLine(pasted);
      pasted = pasted === undefined ? '' : undefined;
    }
    return keys;
  };
}

/** The length of the beginning of `mark` with which a text ends, if it is at least this long; else 0. */
function beginningAtEnd(text: string, mark: string, atLeast: number): number {
  for (let length = mark.length - 1; length >= atLeast; length -= 1) if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
}

/** Without characters that are keys. */
function asOneLine(pasted: string): string {
  return pasted
    .slice(0, maxPaste)
    .replaceAll(/[\u0000-\u001F\u007F-\u009F]+/g, ' ')
    .trim();
}
