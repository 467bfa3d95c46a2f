import { showServer } from '../clients/index.ts';
import type { LiveTarget } from './live-target.ts';
import { maskProse, maskText } from '../secrets/index.ts';
import { cleanText, cut, spelled, spellHidden, withoutEscapes } from '../system/index.ts';

/** Removes secrets and control characters from what a server wrote, so that it can be shown. */
export interface OutputRedactor {
  /** A name that the server gives to something: only secrets that were sent to it are removed. */
  name(text: string): string;
  /** One line of words, with everything that looks like a secret masked. */
  line(text: string): string;
  /** Like `line`, for a line that is not a message: when invisible characters are the only thing wrong with it, they are shown (`\u001b`). */
  noise(text: string): string;
  /** A text of several lines, cut to so many characters, with everything that looks like a secret masked. */
  prose(text: string, max: number): string;
  /** The last lines of a text that may have been cut at its beginning. */
  tail(text: string): string;
}

const masked = '***';
const maxLineLength = 300;
const mostLines = 20;
/** Shorter secrets are not searched for: they would match in any text. */
const shortestSecret = 6;

/** Variables that every process has and headers that say nothing about a person. */
const ordinary =
  /^(path|pathext|home|homedrive|homepath|pwd|oldpwd|shell|term|colorterm|ls_colors|lang|language|lc_\w+|tz|user|username|logname|hostname|tmpdir|temp|tmp|xdg_\w+|systemroot|systemdrive|windir|comspec|appdata|localappdata|programdata|programfiles.*|userprofile|public|os|_|node_env|accept|content-type|user-agent|.*(_home|path|_dirs?|_root))$/i;
const harmless = /^(production|development|localhost)$/i;

/** `home` is shown as `~`, so that pasted output does not contain the user name. */
export function outputRedactor(home: string, target: LiveTarget): OutputRedactor {
  const secrets = secretsOf(home, target);
  const literal = (text: string): string => secrets.reduce(hideOne, text);
  const atHome = home.length > 1 ? new RegExp(`${escaped(home)}(?![\\w.-])`, 'g') : undefined;
  const mask = (text: string): string => {
    const shown = maskText(text);
    return shortened(atHome === undefined ? shown : shown.replaceAll(atHome, '~'));
  };
  const line = (text: string): string => mask(literal(oneLine(text)));
  return {
    name: (text) => shortened(literal(oneLine(text))),
    line,
    noise(text) {
      const shown = line(text);
      if (shown !== '' && !isJson(oneLine(text))) return shown;
      // Such a character between the letters of a secret would hide it from the search.
      if (shown === shortened(oneLine(text))) return shortened(spelledOut(text.replace(/[ \t\r]+$/, '')));
      const [head = ''] = /^[^{[]*/.exec(text) ?? [];
      return visible(head).trim() === '' ? shortened(spelledOut(head) + shown) : shown;
    },
    prose(text, max) {
      // Cut first, so that a hostile text costs little; what could be the first part of a secret is cut off with it.
      const isCut = text.length > 2 * max;
      const seen = visible(isCut ? text.slice(0, 2 * max) : text);
      const shown = maskProse(literal(isCut ? seen.slice(0, -Math.max(200, secrets[0]?.length ?? 0)) : seen));
      return cut(atHome === undefined ? shown : shown.replaceAll(atHome, '~'), max);
    },
    tail(text) {
      // The whole first, since a secret may have several lines; then each line alone.
      const lines = literal(visible(text)).trim().split('\n').slice(-mostLines);
      return lines.map((line) => mask(line.trimEnd())).join('\n');
    },
  };
}

/** The secrets that were sent to the server, the longest first. */
function secretsOf(home: string, target: LiveTarget): readonly string[] {
  const values = target.kind === 'command' ? ofCommand(home, target) : ofAddress(target);
  const spelled = values
    .flatMap((value) => (harmless.test(value) ? [] : [value, ...value.split('\n').filter((line) => line.length >= 12)]))
    .flatMap((value) => [visible(value), JSON.stringify(value).slice(1, -1), encodeURIComponent(value.replaceAll(/\p{Cs}/gu, ''))])
    .map((value) => value.trim())
    .filter((value) => value.length >= shortestSecret);
  return [...new Set(spelled)].toSorted((a, b) => b.length - a.length);
}

function ofCommand(home: string, { args, command, env }: Extract<LiveTarget, { kind: 'command' }>): string[] {
  const shown = showServer({ kind: 'command', command, args, env: new Map() });
  const hiddenArgs = args
    .filter((arg, i) => shown.args[i] !== arg)
    .flatMap((arg) => (arg.includes('=') ? [arg, arg.slice(arg.indexOf('=') + 1)] : [arg]));
  const isPlace = (value: string): boolean => home.length > 1 && value.startsWith(home);
  const values = Object.entries(env).filter(([name, value]) => !ordinary.test(name) && !isPlace(value));
  return [...values.map(([, value]) => value), ...hiddenArgs];
}

function ofAddress({ headers, url }: Extract<LiveTarget, { kind: 'url' }>): string[] {
  const given = [...headers].filter(([name]) => !ordinary.test(name)).flatMap(([, value]) => [value, ...value.split(/\s+/)]);
  // The scheme of RFC 9110 is before the secret and is not secret itself.
  const words = given.filter((value) => !/^(bearer|basic|digest|token)$/i.test(value));
  // A server may name the user and the password that a Basic header only spells otherwise.
  const basic = given.flatMap((value) => /^basic\s+(\S+)$/i.exec(value)?.[1] ?? []).map((code) => Buffer.from(code, 'base64').toString());
  words.push(...basic.flatMap((pair) => [pair, pair.slice(pair.indexOf(':') + 1)]));
  if (!URL.canParse(url)) return words;
  const { password, search, searchParams, username } = new URL(url);
  return [...words, username, password, search.slice(1), ...searchParams.values()];
}

/** The output was cut to no less than this length before. */
const shortestCut = 500;

/** Also a piece of it, where the text was cut inside it. */
function hideOne(text: string, secret: string): string {
  let shown = text.replaceAll(secret, masked);
  if (text.length < shortestCut) return shown;
  for (let length = secret.length - 1; length >= shortestSecret; length -= 1) {
    if (shown.startsWith(secret.slice(-length))) shown = masked + shown.slice(length);
    if (shown.endsWith(secret.slice(0, length))) shown = shown.slice(0, -length) + masked;
  }
  return shown;
}

/** Removes control sequences, bidirectional marks and invisible characters. Line breaks stay. */
function visible(text: string): string {
  return cleanText(withoutEscapes(text).replaceAll(/\r(?!\n)/g, ''))
    .replaceAll('\t', ' ')
    .replaceAll('\uFFFD', '');
}

/** Shows every invisible character as its number, and bytes that are not UTF-8 as U+FFFD. */
function spelledOut(text: string): string {
  return spellHidden(text).replaceAll(/[\t\n\uFFFD]/g, spelled);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function oneLine(text: string): string {
  return visible(text).replaceAll(/\s+/g, ' ').trim();
}

function shortened(text: string): string {
  return cut(text, maxLineLength);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
