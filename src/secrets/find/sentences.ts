import { isFilledIn, isOrdinary, isPath, isSentence, isStrong } from '../values.ts';
import { once } from '../once.ts';
import { accountWords, adverbs, joiners, keywords, numberWords, phraseWords } from '../words.ts';
import { endOf, valueAt, type SecretSpan } from './span.ts';

/** A sentence says what the secret is within this many words and letters behind the word for it. */
const maxWords = 9;
const maxWindow = 140;

const keywordSource = String.raw`(?<![A-Za-z\u00C0-\uFFDC\d_./@\\-])(?:${keywords})(?![A-Za-z\u00C0-\uFFDC\d_@/\\]|[-.][A-Za-z\u00C0-\uFFDC\d_])`;
const accountSource = String.raw`(?<![A-Za-z\u00C0-\uFFDC\d_./-])(?:${accountWords})(?![A-Za-z\u00C0-\uFFDC\d_/-])`;
const compiled = (source: string) => ({
  anyText: once(() => new RegExp(source, 'gi')),
  ascii: once(() => new RegExp(ofAscii(source), 'gi')),
});
const keywordPatterns = compiled(keywordSource);
const accountPatterns = compiled(accountSource);

/** The same for a text of ASCII: without the letters of other scripts it is made in half the time. */
function ofAscii(source: string): string {
  return source.replaceAll(String.raw`\u00C0-\uFFDC`, '');
}

/** `the password is X`, `Passwort: X`, `use X as the password`, `log in with admin / X`. */
export function* sentences(text: string): Generator<SecretSpan> {
  // oxlint-disable-next-line no-control-regex -- all of ASCII.
  const kind = /^[\0-\x7F]*$/.test(text) ? 'ascii' : 'anyText';
  const keyword = keywordPatterns[kind]();
  const account = accountPatterns[kind]();
  let done = 0;
  for (const found of text.matchAll(keyword)) {
    const end = found.index + found[0].length;
    if (end <= done) continue;
    const span = behindKeyword(text, end, found[0]) ?? beforeKeyword(text, found.index);
    if (span !== undefined) yield span;
    done = span?.end ?? done;
  }
  for (const found of text.matchAll(account)) {
    const span = afterAccount(text, found.index + found[0].length);
    if (span !== undefined) yield span;
  }
}

type Joined = 'not' | 'by a verb' | 'by a sign';

function behindKeyword(text: string, end: number, keyword: string): SecretSpan | undefined {
  const limit = Math.min(text.length, end + maxWindow);
  let at = end;
  let joined: Joined = 'not';
  for (let words = 0; words < maxWords; words += 1) {
    while (at < limit && /[ \t(]/.test(text[at] ?? '')) at += 1;
    if (at >= limit || text[at] === '\n') return undefined;
    if (/[:=]/.test(text[at] ?? '') && !/[=~]/.test(text[at + 1] ?? '')) {
      joined = 'by a sign';
      at += 1;
      words -= 1;
      if (at - end > 40 && joined === undefined) return undefined;
      continue;
    }
    const value = valueAt(text, at);
    if (value.text === '') return undefined;
    // `TOKEN=`cat file`` runs a command.
    const isCommand = value.quote === '`' && text[at - 1] === '=';
    const isNext = !isCommand && (words === 0 || joined !== 'not');
    if (isNext && isMeant(text, value, joined, keyword)) return spanOf(text, value, keyword, joined);
    if (value.quote !== '') {
      if (joined !== 'not') return undefined;
    } else {
      const word = value.text.toLowerCase();
      if (joiners().has(word)) joined = 'by a verb';
      else if (joined !== 'not' && !adverbs().has(word)) return undefined;
      else if (/[.;!?,]$/.test(text.slice(at, value.next)) || /[;,]/.test(text[value.next] ?? '')) return undefined;
      else if (text[value.next - 1] === ':') joined = 'by a sign';
    }
    at = Math.max(value.next, at + 1);
  }
  return undefined;
}

function isMeant(text: string, value: ReturnType<typeof valueAt>, joined: Joined, keyword: string): boolean {
  const { quote, text: found } = value;
  if (isFilledIn(found) || isPath(found)) return false;
  if (/^\d{4,12}$/.test(found)) return joined !== 'not' && numberWords.test(keyword);
  if (quote !== '') {
    if (joined === 'not')
      return (isStrong(found.replaceAll(' ', '')) || (phraseWords.test(keyword) && isPhrase(found))) && !isSentence(found);
    return found.length >= 4 && (/\s/.test(found) ? !isSentence(found) || phraseWords.test(keyword) : !isOrdinary(found));
  }
  if (/^[\w$.>:-]+[([]/.test(found) || /["'`]/.test(text[value.next] ?? '')) return false;
  if (isStrong(found)) return joined !== 'not' || isNotName(found);
  if (joined !== 'by a sign' || !phraseWords.test(keyword))
    return (joined === 'by a sign' || saysWhat(text, value.start, keyword)) && isLastWord(text, value);
  return !isOrdinary(found) || isPhrase(restOfLine(text, value.start));
}

/** `the password is sunshine`, at the end of the line: said of a password, and by a verb that says what it is. */
function saysWhat(text: string, start: number, keyword: string): boolean {
  return (
    /pass|kennwort|mdp|contrase|senha/i.test(keyword) &&
    /[ \t](?:is|was|ist|lautet|est|es|è|é)[ \t]+$/i.test(text.slice(Math.max(0, start - 12), start))
  );
}

/** Directly behind the word there may be a name with a number as well: `password page2`, `token v1.2`. */
function isNotName(found: string): boolean {
  return found.length >= 6 && !/^[a-z]+[-_.]?v?\d$/i.test(found) ? !/=/.test(found.slice(0, -1)) : /^[a-z]{5,}\d$/i.test(found);
}

/** `senha: girassol` and nothing more. */
function isLastWord(text: string, { next, text: found }: ReturnType<typeof valueAt>): boolean {
  return (
    /^[A-Za-z\u00C0-\uFFDC-]{5,}$/.test(found) &&
    !/[a-z][A-Z]/.test(found) &&
    !isOrdinary(found) &&
    /^[ \t]*(?:$|\n)/.test(text.slice(next, next + 40)) &&
    !/[?!:]$/.test(text.slice(0, next))
  );
}

function restOfLine(text: string, start: number): string {
  return text.slice(start, start + 120).split(/[\n.;"'`»”]/, 1)[0] ?? '';
}

/** Several words, of which at most half belong to a sentence. */
function isPhrase(rest: string): boolean {
  const words = rest.trim().split(/ +/);
  return (
    words.length >= 3 &&
    words.length <= 12 &&
    words.filter(isOrdinary).length <= Math.max(1, words.length / 2 - (words.length < 4 ? 1 : 0)) &&
    words.every((word) => /^[A-Za-z\u00C0-\uFFDC\d-]+$/.test(word))
  );
}

function spanOf(text: string, value: ReturnType<typeof valueAt>, keyword: string, joined: Joined): SecretSpan {
  const { quote, start } = value;
  const rest = restOfLine(text, start);
  const isWhole = quote === '' && joined !== 'not' && phraseWords.test(keyword) && isPhrase(rest);
  return { start, end: isWhole ? start + rest.trimEnd().length : endOf(text, value), rule: 'sentence' };
}

/** `use X as the password`, `mit X als Passwort`, `X como senha`. */
function beforeKeyword(text: string, at: number): SecretSpan | undefined {
  const from = Math.max(0, at - 100);
  const before = text.slice(from, at);
  const found =
    /(?:^|\s)["'`«“„(]?([^\s"'`«»“”„()]{5,60})["'`»”)]? (?:as|als|comme|como|come)(?: (?:the|a|my|our|new|das|mon|la|mi|le|o|a|minha|nueva|nova|nuova|neues))?(?: [A-Za-z\u00C0-\uFFDC]{2,12})? $/.exec(
      before,
    );
  if (found?.[1] === undefined || !isStrong(found[1])) return undefined;
  const start = from + found.index + found[0].indexOf(found[1]);
  return { start, end: start + found[1].length, rule: 'sentence' };
}

/** `root / X` and `tester:X`, after a word for an account. */
function afterAccount(text: string, end: number): SecretSpan | undefined {
  const behind = text.slice(end, end + 80).split('\n', 1)[0] ?? '';
  const found = /^[^/\n]{0,50}?(?:[\s:]|^)([A-Za-z\u00C0-\uFFDC][\w.@-]{1,39})(?: ?\/ | ?: ?|\/)([^\s/"'`,]{5,60})/.exec(behind);
  if (found?.[2] === undefined) return undefined;
  const secret = found[2].replace(/[.)]$/, '');
  if (!isStrong(secret) || /^\d+$/.test(secret) || behind.slice(0, found[0].length).includes('//')) return undefined;
  const start = end + found[0].length - found[2].length;
  return { start, end: start + secret.length, rule: 'sentence' };
}
