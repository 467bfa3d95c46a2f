import { addresses } from './find/addresses.ts';
import { assignments } from './find/assignments.ts';
import { knownForms } from './find/forms.ts';
import { headers } from './find/headers.ts';
import { named } from './find/named.ts';
import { options } from './find/options.ts';
import { sentences } from './find/sentences.ts';
import type { Finder, SecretSpan } from './find/span.ts';
import { maxText, runs, tokens } from './find/tokens.ts';
import { viewOf, type View } from './view.ts';

/** What a text holds at all. Most hold little, and each expression that is used for the first time costs the start of the program. */
interface Traits {
  /** A run of twelve letters, digits and signs of a token, of more than one kind. */
  readonly hasRun: boolean;
  /** Something that parts a name from a value, or a word from another. */
  readonly hasSign: boolean;
  readonly hasSpace: boolean;
}

/** A finder and what a text needs so that it can find anything in it. */
interface Step {
  readonly find: Finder;
  needs(text: string, traits: Traits): boolean;
}

const hasOption =
  / ["'(]?-|^-|\/p|(?:^|[\s:])(?:set|setx|setenv|ENV|ARG)\s|sqlplus|vault|rabbitmqctl|htpasswd|poetry|net use|net user|alias set|ftp|davfs/i;
const hasScheme = /authorization|bearer|basic|cookie/i;
const hasKeyword =
  /pass|pwd|pw|pin|secret|token|key|kennwort|geheim|losung|mdp|phrase|frase|code d|contrase|clave|parola|chiave|senha|palavra|wachtw|has[łl]o|парол|密[码碼]|パスワ|비밀번호|schl|cl[eé]|cred|log ?-?in|sign in|account|zugang|anmeld|identif/i;
const hasForm =
  /<|value|identified|password|machine|login|:\S+:|requirepass|masterauth|rootpw|bindpw|enable|wifi|define|set|put|securestring|encrypt_string|echo|printf|ftp/i;

const prose: readonly Step[] = [
  { find: addresses, needs: (text) => text.includes('@') || (text.includes('//') && /[?#]/.test(text)) },
  { find: headers, needs: (text, { hasSign }) => hasSign && hasScheme.test(text) },
  { find: assignments, needs: (text) => text.includes('=') || text.includes(':') },
  { find: options, needs: (text, { hasSpace }) => hasSpace && hasOption.test(text) },
  { find: knownForms, needs: (text, { hasSign }) => hasSign && hasForm.test(text) },
  { find: sentences, needs: (text, { hasSign }) => hasSign && hasKeyword.test(text) },
  { find: tokens, needs: (text, { hasRun }) => hasRun },
  { find: runs, needs: (text, { hasRun }) => hasRun },
];
/** What is shorter is a value, an argument or a header, and its secrets follow their name. */
const isLong = /\s\S+\s|=>|:=|:\w+=|[^\u0000-\u007F]/;
const forWords: ReadonlySet<Finder> = new Set([addresses, tokens, runs, knownForms]);
const settings: readonly Step[] = [
  { find: named, needs: (_, { hasSign }) => hasSign },
  ...prose.map(({ find, needs }) => ({
    find,
    needs: (text: string, traits: Traits) =>
      (forWords.has(find) || (find === options || find === sentences ? traits.hasSpace : isLong.test(text))) && needs(text, traits),
  })),
];

/**
 * Every secret of a text: a word, a command line, a line of a file, a sentence in one of six languages, or many lines. In time linear in the
 * text: it may be a megabyte of one letter, so each finder reads it once, and what it repeats has a bound.
 */
export function findSecrets(text: string): readonly SecretSpan[] {
  return search(text, prose);
}

/** As {@link findSecrets}, and whatever follows the name of a secret: for arguments and files of settings, where no sentence is expected. */
export function findNamedSecrets(text: string): readonly SecretSpan[] {
  return search(text, settings);
}

function search(text: string, steps: readonly Step[]): readonly SecretSpan[] {
  const raw = traitsOf(text);
  if (raw === undefined) return [];
  // Too long to be read, and a regular expression needs memory for every character that it may backtrack over.
  if (text.length > maxText) return [{ start: 0, end: text.length, rule: 'too long' }];
  const view = viewOf(text);
  const traits = view.at === undefined ? raw : traitsOf(view.text);
  if (traits === undefined) return [];
  return inText(
    view,
    steps.filter(({ needs }) => needs(view.text, traits)).map(({ find }) => find),
  );
}

/** As {@link findSecrets}, but only tokens that the form of their issuer gives away. */
export function findTokens(text: string): readonly SecretSpan[] {
  if (text.length < 12) return [];
  const view = viewOf(text);
  return traitsOf(view.text)?.hasRun === true ? inText(view, [tokens]) : [];
}

function inText(view: View, by: readonly Finder[]): readonly SecretSpan[] {
  const spans = by.flatMap((find) => [...find(view.text)]).filter(({ end, start }) => end > start);
  if (spans.length === 0) return spans;
  const { at } = view;
  return joined(
    at === undefined
      ? spans
      : spans.map(({ end, rule, start }) => ({
          start: at[start] ?? 0,
          end: end < at.length ? (at[end] ?? view.length) : view.length,
          rule,
        })),
  );
}

/** In their order, and overlapping ones as one. */
function joined(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const result: SecretSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else if (span.end > last.end) result[result.length - 1] = { ...last, end: span.end };
  }
  return result;
}

/** `undefined`: nothing in it can be a secret. */
function traitsOf(text: string): Traits | undefined {
  let run = 0;
  let kinds = 0;
  let hasRun = false;
  let hasSign = false;
  let hasSpace = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const kind = kindOf(code);
    if (kind === 0) {
      [run, kinds] = [0, 0];
      // White space, a tag, an equals sign, a colon, a question mark, an at sign that is not the first (as in a scope), what is beyond ASCII.
      if (code <= 32) hasSpace = true;
      if (code <= 32 || code === 60 || code === 61 || code === 58 || code === 63 || code > 126 || (code === 64 && i > 0)) hasSign = true;
    } else {
      run += 1;
      kinds |= kind;
      if (run >= 12 && kinds > 1 && kinds !== letters.other && kinds !== (letters.small | letters.other)) hasRun = true;
    }
  }
  return hasRun || hasSign ? { hasRun, hasSign, hasSpace } : undefined;
}

const letters = { small: 1, capital: 2, digit: 4, other: 8 };

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return letters.small;
  if (code >= 65 && code <= 90) return letters.capital;
  if (code >= 48 && code <= 57) return letters.digit;
  return code === 45 || code === 95 || code === 43 || code === 46 || code === 126 ? letters.other : 0;
}
