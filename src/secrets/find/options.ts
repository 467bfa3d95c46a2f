import { looseShellWords, separator, type ShellWord } from '../../text/index.ts';
import { nameKind } from '../names.ts';
import { isFilledIn, isListed, isOrdinary, isPath, isSentence, isStrong } from '../values.ts';
import type { SecretSpan } from './span.ts';
import { tools, type Tool } from './tools.ts';

/** `sh -c "ssh host 'mysql -psecret'"` and one more. */
const maxDepth = 4;

/** Secrets in the options and arguments of programs, also within a quoted line for another shell. */
export function* options(text: string): Generator<SecretSpan> {
  if (text.includes(' ')) yield* inLine(text, 0, text.length, 0);
}

/** What was read of the command so far. */
interface Command {
  tool: readonly Tool[] | undefined;
  /** Words behind the tool that are no options. */
  words: ShellWord[];
  flags: string;
  before: ShellWord | undefined;
}

const fresh = (): Command => ({ tool: undefined, words: [], flags: '', before: undefined });

function* inLine(text: string, from: number, to: number, depth: number): Generator<SecretSpan> {
  let command = fresh();
  for (const word of looseShellWords(text, from, to)) {
    if (word.text === separator) {
      for (const { span } of byPlace(command)) yield span;
      if (text[word.start] !== '<' && text[word.start] !== '{' && text[word.start] !== '}') command = fresh();
      else command.before = undefined;
      continue;
    }
    const found = secretOf(text, command, word);
    if (found !== undefined) yield found;
    else if (/\s/.test(word.text) && word.isQuoted && depth < maxDepth) yield* inLine(text, word.start, word.end, depth + 1);
    take(command, word, found !== undefined);
  }
  for (const { span } of byPlace(command)) yield span;
}

function take(command: Command, word: ShellWord, isSecret: boolean): void {
  const name = toolName(word);
  if (name !== undefined && (command.tool === undefined || command.before?.text.startsWith('-') !== true)) {
    command.tool = tools[name];
    command.words = [];
    command.flags = '';
  } else if (/^-[A-Za-z]{1,8}$/.test(word.text)) command.flags += word.text.slice(1);
  else if (!word.text.startsWith('-') && !/^\/\w+:/.test(word.text) && !isSecret && command.words.length < 12) command.words.push(word);
  command.before = word;
}

function toolName({ isQuoted, text }: ShellWord): string | undefined {
  if (isQuoted || text.length > 60) return undefined;
  const name = text.replace(/^.*[\\/]/, '').replace(/\.exe$/i, '');
  return Object.hasOwn(tools, name) ? name : undefined;
}

function secretOf(text: string, command: Command, word: ShellWord): SecretSpan | undefined {
  const attached = /^(?:pass:)(.+)$/s.exec(word.text)?.[1];
  if (attached !== undefined && /^-pass(in|out)?$/.test(command.before?.text ?? '')) return tailOf(word, attached);
  const slashed = /^\/(?:p|pass|password|pw):(.+)$/is.exec(word.text)?.[1];
  if (slashed !== undefined) return tailOf(word, slashed);
  const property = /^-[DP]([\w.-]{1,60})=(.+)$/s.exec(word.text);
  if (property?.[2] !== undefined && nameKind(property[1] ?? '') === 'sure') return tailOf(word, property[2]);
  return byTool(command, word) ?? behindNamed(text, command.before, word);
}

/** By the options of the program that the words before it name. */
function byTool({ before, tool, words }: Command, word: ShellWord): SecretSpan | undefined {
  for (const each of tool ?? []) {
    if (!(each.only ?? []).every((needed) => words.some(({ text }) => text === needed))) continue;
    const found = byOption(each, before, word);
    if (found !== undefined) return found;
  }
  return undefined;
}

function byOption({ attached = [], next = [], pair }: Tool, before: ShellWord | undefined, word: ShellWord): SecretSpan | undefined {
  const option = before?.isQuoted === true ? '' : (before?.text ?? '');
  if (next.includes(option) && isArgument(word.text) && !isOrdinary(word.text)) return tailOf(word, word.text);
  if (!word.isQuoted)
    for (const one of attached) {
      const rest = word.text.startsWith(one) && !word.text.startsWith('--') ? word.text.slice(one.length).replace(/^=/, '') : '';
      if (rest !== '') return tailOf(word, rest);
    }
  if (pair === undefined) return undefined;
  const own = pair.options.find(
    (one) => word.text.startsWith(one) && word.text.length > one.length && !(one.startsWith('--') && word.text[one.length] !== '='),
  );
  const both = pair.options.includes(option) ? word.text : own === undefined || word.isQuoted ? undefined : word.text.slice(own.length);
  const sign = both?.indexOf(pair.sign) ?? -1;
  if (both === undefined || sign < 1 || /^\d+$/.test(both.slice(0, sign))) return undefined;
  return tailOf(word, both.slice(sign + 1));
}

/** `--password X`, `-Password X`, `config set aws_secret_access_key X`, `ENV API_TOKEN X`. */
function behindNamed(text: string, before: ShellWord | undefined, word: ShellWord): SecretSpan | undefined {
  if (before === undefined || before.isQuoted || !isArgument(word.text)) return undefined;
  if (/^--?[A-Za-z][\w-]*$/.test(before.text)) {
    const kind = nameKind(before.text.replace(/^-+/, ''));
    if (kind === undefined || !(kind === 'sure' ? isLikely(text, word) : isStrong(word.text))) return undefined;
    return tailOf(word, word.text);
  }
  const isNamed =
    /^[A-Za-z_]\w*$/.test(before.text) &&
    /(?:^|[\s:])(?:set|setx|setenv|ENV|ARG|-[gx]+)\s+$/.test(text.slice(Math.max(0, before.start - 12), before.start));
  return isNamed && nameKind(before.text) !== undefined && isLikely(text, word) ? tailOf(word, word.text) : undefined;
}

function isArgument(word: string): boolean {
  return !/^-{1,2}[A-Za-z]|^-$/.test(word);
}

/** Not the next word of a sentence about the option. */
function isLikely(text: string, { end, isQuoted, text: word }: ShellWord): boolean {
  if (isListed(word) || /^[,.:;)\]=]/.test(word)) return false;
  if (isQuoted) return !/\s/.test(word) || !isSentence(word);
  if (isPath(word) && !/\d/.test(word)) return false;
  const next = /^[ \t]+([A-Za-z\u00C0-\uFFDC'’]+)/.exec(text.slice(end, end + 40))?.[1];
  if (!/^[A-Za-z\u00C0-\uFFDC]+[,.;:)]?$/.test(word)) return true;
  return next === undefined ? !/[,.;:)]$/.test(word) : !isOrdinary(next) && !isOrdinary(word);
}

/** The words that are a secret by their place are known at the end of the command. */
function* byPlace({ flags, tool, words }: Command): Generator<{ readonly word: ShellWord; readonly span: SecretSpan }> {
  for (const { needs, only = [], position } of tool ?? []) {
    if (position === undefined || (needs !== undefined && !flags.includes(needs))) continue;
    if (only.some((needed) => !words.some(({ text }) => text === needed))) continue;
    const rest = only.length === 0 ? words : words.slice(words.findIndex(({ text }) => text === only.at(-1)) + 1);
    const word = position === -1 ? (rest.length > 1 ? rest.at(-1) : undefined) : rest[position];
    if (word === undefined || /^[/\\*]/.test(word.text) || rest.some(({ text }) => isOrdinary(text) && !accounts.test(text))) continue;
    // `sqlplus scott/tiger@orcl`
    const secret = position === 0 && only.length === 0 ? /^\w+\/([^@\s]+)(?:@|$)/.exec(word.text)?.[1] : word.text;
    const span = secret === undefined ? undefined : position === 0 && only.length === 0 ? partOf(word, secret) : tailOf(word, secret);
    if (span !== undefined) yield { word, span };
  }
}

/** Ordinary words that are also names of users. */
const accounts = /^(user|admin|root|guest|test|me)$/i;

function partOf(word: ShellWord, secret: string): SecretSpan | undefined {
  const start = word.start + word.text.indexOf(secret);
  return isFilledIn(secret) ? undefined : { start, end: start + secret.length, rule: 'option' };
}

/** The end of a word, without its quotes. */
function tailOf(word: ShellWord, secret: string): SecretSpan | undefined {
  const quote = /^\\?["']/.exec(secret)?.[0] ?? '';
  const start = word.start + word.text.length - secret.length + quote.length;
  let end = word.start + word.text.length;
  if (quote !== '' && word.text.endsWith(quote)) end -= quote.length;
  const inner = word.text.slice(start - word.start, end - word.start);
  if (inner === '' || isFilledIn(inner) || /^[.,;:)]+$/.test(inner)) return undefined;
  return { start, end, rule: 'option' };
}

/**
 * The secret in each argument of a program that is started without a shell, by its place in that argument.
 * @returns a function of the argument's index.
 */
export function commandSecret(program: string, args: readonly string[]): (index: number) => SecretSpan | undefined {
  const command = fresh();
  const wordOf = (text: string): ShellWord => ({ start: 0, end: text.length, text, isQuoted: false });
  const isKnown = [program, ...args].some((text) => toolName(wordOf(text)) !== undefined);
  if (!isKnown) return () => undefined;
  take(command, wordOf(program), false);
  const words = args.map(wordOf);
  const known = new Map<ShellWord, SecretSpan>();
  for (const word of words) {
    const found = byTool(command, word);
    if (found !== undefined) known.set(word, found);
    take(command, word, found !== undefined);
  }
  for (const { span, word } of byPlace(command)) known.set(word, span);
  return (index) => known.get(words[index] ?? wordOf(''));
}
