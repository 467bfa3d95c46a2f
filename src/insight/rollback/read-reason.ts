import { nameWords } from '../../text/index.ts';
/** What the words of a reason point to. */
export interface Clues {
  /** The text itself. */
  readonly said: string;
  /** Paths and names of files, as they were written, with `/`. */
  readonly files: readonly string[];
  /** Places in files: a message of an error names them. */
  readonly places: readonly { readonly file: string; readonly line: number }[];
  /** Words that may be in the code, lower case, each with its weight. */
  readonly words: ReadonlyMap<string, number>;
  /** Moments, in milliseconds since 1970: it went wrong about then, or it still worked then. */
  readonly times: readonly { readonly kind: 'wrong' | 'right'; readonly at: number }[];
  /** It says that something is gone. */
  readonly isAboutLoss: boolean;
  /** It says that a name is not known. */
  readonly isAboutNames: boolean;
  /** It says that something cannot be parsed. */
  readonly isAboutSyntax: boolean;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The clues in a text. @param now for times such as "an hour ago". */
export function readReason(reason: string, now: Date): Clues {
  return {
    said: reason,
    files: filesIn(reason),
    places: placesIn(reason),
    // What a path says is its file: its folders are in half of all lines.
    words: wordsIn(filesIn(reason).reduce((rest, path) => rest.replaceAll(path, ' '), reason.replaceAll('\\', '/'))),
    times: timesIn(reason, now),
    isAboutNames:
      /\b(?:not defined|not a (?:function|constructor)|undefined|undeclared|unresolved|unknown|unbound|cannot find|can't find|could not find|no (?:attribute|method|member|function|export\w*)|not (?:exported|found|declared)|is (?:gone|missing|deleted)|E0425|E0432)\b/i.test(
        reason,
      ),
    isAboutSyntax: /\b(?:syntax\w*|pars(?:e|es|ing|er)|compil\w+|unexpected|unterminated|unclosed|indentation\w*|builds?)\b/i.test(reason),
    isAboutLoss:
      /\b(?:deleted?|lost|missing|gone|disappear\w*|vanish\w*|empt(?:y|ied)|removed|wiped|overwr\w+|no such file|(?:cannot|can't|could not) (?:find|resolve) (?:module|the file|file|package))\b/i.test(
        reason,
      ),
  };
}

/** Paths: what has a slash or an ending. A number of a version (`1.2.3`) or a call (`a.b()`) is none. */
function filesIn(reason: string): readonly string[] {
  const found =
    reason.match(/(?:[\w@~.+-]+[\\/])*[\w@.+-]*[A-Za-z][\w@.+-]*\.[A-Za-z]\w{0,9}(?![\w(.])|(?:[\w@.+-]+[\\/])+[\w@.+-]+/g) ?? [];
  return [...new Set(found.map(plainPath))];
}

function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+/, '');
}

/** `src/a.ts:12:7`, `src/a.ts(12,7)`, `File "a.py", line 12`. */
function placesIn(reason: string): Clues['places'] {
  return Array.from(
    reason.matchAll(/([\w@~.+\\/-]*[\w@+-]\.[A-Za-z]\w{0,9})(?::|\(|"?,? line )(\d{1,6})\b/g),
    ([, file = '', line = '']) => ({ file: plainPath(file), line: Number(line) }),
  );
}

/** Of messages of errors, and of people who describe them. They are in every second file, or in none. */
const common = new Set(
  `a about after again all also an and any anymore are as assertion at back be because been before being broke broken bug but by call called came can
  cannot caught could crash crashed crashes defined did does doesn doing don error errors exception expect expected fail failed failing fails failure file
  files find for from function get gets getting give gives got had has have he her here him how i if in instead into is isn it its just last line lines longer
  make makes me message module more my name named new no nor not nothing now object of off ok on one only or our out property properties read
  reading received result return returned returns roll rollback run running runs says see seems she should since so some something started still stopped
  stops string syntax syntaxerror test tests than that the their them then there these they this those throw thrown throws time to today token too trace
  traceback try type typeerror referenceerror undefined unexpected until up us use used value values very was way we went were what when where which who why will with won work worked working works
  would wrong yesterday yet you your null none nil true false ago minutes minute hours hour morning`.split(/\s+/),
);

/** Messages that a name is not known, in the words of compilers and runtimes. */
const unknownNames: readonly RegExp[] = [
  /(?<![\w`'"])[`'"]?([\p{L}_$][\p{L}\p{N}_$]*)[`'"]? is not (?:defined|a function|a constructor)/gu,
  /\b(?:undefined|undeclared|unresolved|unknown)(?: reference to| name| identifier| variable| symbol)?:? [`'"]?([\p{L}_$][\p{L}\p{N}_$]*)/giu,
  /\b(?:cannot|can't|could not) find (?:value|function|name|symbol|type|method)s?:? [`'"]?([\p{L}_$][\p{L}\p{N}_$]*)/giu,
  /\bno (?:attribute|method|member|function|export) (?:named )?[`'"]?([\p{L}_$][\p{L}\p{N}_$]*)/giu,
];

/** Names of code weigh more than other words: few lines hold them. */
function wordsIn(reason: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  const give = (word: string, weight: number, mark = ''): void => {
    const lower = word.toLowerCase();
    const isCommon = common.has(lower) || /(?:error|exception)$/.test(lower);
    if (lower.length < 3 || (isCommon && (mark !== '' || !named.has(word)))) return;
    words.set(mark + lower, Math.max(weight, words.get(mark + lower) ?? 0));
  };
  // A compiler message about a name is about that name, even when it is a common word.
  const named = new Set(unknownNames.flatMap((pattern) => Array.from(reason.matchAll(pattern), ([, name = '']) => name)));
  const quotedNames = new Set(Array.from(reason.matchAll(/[`'"‘“]([\p{L}_$][\p{L}\p{N}_$]*)[`'"’”]/gu), ([, name = '']) => name));
  for (const [name] of reason.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*|\d{2,}/gu)) {
    const isCode =
      quotedNames.has(name) ||
      named.has(name) ||
      /\p{Ll}\p{Lu}|[_$\d]/u.test(name) ||
      reason.includes(`${name}(`) ||
      reason.includes(`.${name}`);
    give(name, isCode ? 2 : 1);
    for (const part of nameWords(name)) give(part, 0.4, partMark);
  }
  return words;
}

/** Before a part of a name, which is not the name: `parse` is not gone where it is called `parseAll` now. */
const partMark = '~';

/** The words of a line of code, spelled as {@link Clues.words}. */
export function codeWords(line: string, into: Set<string>): void {
  for (const [name] of line.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*|\d{2,}/gu)) {
    if (name.length < 3 && !/^\d/.test(name)) continue;
    into.add(name.toLowerCase());
    for (const part of nameWords(name)) if (part.length >= 3) into.add(partMark + part.toLowerCase());
  }
}

/** Before a moment: whether it was right then. */
const right =
  /(?:\b(?:until|till|before|work(?:ed|s|ing)?(?: fine)?(?: at)?|(?:was|were) (?:fine|ok|okay|good|green)(?: at)?|passed(?: at)?|last good)\s*)$/i;

const numbers: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, 'half an': 0.5 };
const stamp = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g;
const ago = /\b(half an|an?|one|two|three|\d{1,4})\s+(min(?:ute)?s?|hours?|h|days?)\s+ago\b/gi;
const clockTime = /\b(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap]m)?\b/gi;

function timesIn(reason: string, now: Date): Clues['times'] {
  const times: { readonly kind: 'wrong' | 'right'; readonly at: number }[] = [];
  const give = (index: number, at: number): void => {
    if (Number.isNaN(at) || at > now.getTime() + minuteMs) return;
    times.push({ kind: right.test(reason.slice(Math.max(0, index - 30), index)) ? 'right' : 'wrong', at });
  };
  for (const { 0: text, index } of reason.matchAll(stamp)) give(index, Date.parse(text.replace(' ', 'T')));
  for (const { 1: number = '', 2: unit = '', index } of reason.matchAll(ago))
    give(index, now.getTime() - (numbers[number.toLowerCase()] ?? Number(number)) * unitMs(unit));
  // The places in a message (`a.ts:12:30`) and whole dates are no times of a clock.
  const rest = reason.replaceAll(stamp, blank).replaceAll(/\.\w{1,9}:\d+(?::\d+)?/g, blank);
  for (const { 1: hours = '', 2: minutes = '', 3: half, index } of rest.matchAll(clockTime)) {
    if (Number(hours) > 23 || Number(minutes) > 59) continue;
    const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
    give(index, clock(now, hour, Number(minutes)));
  }
  return times;
}

function unitMs(unit: string): number {
  const [first] = unit.toLowerCase();
  return first === 'm' ? minuteMs : first === 'h' ? hourMs : dayMs;
}

/** Keeps the places of the rest. */
function blank(text: string): string {
  return ' '.repeat(text.length);
}

/** The last moment at which a clock showed that, in the time zone of the machine. */
function clock(now: Date, hours: number, minutes: number): number {
  const at = new Date(now);
  at.setHours(hours, minutes, 0, 0);
  return at.getTime() > now.getTime() + minuteMs ? at.getTime() - dayMs : at.getTime();
}
