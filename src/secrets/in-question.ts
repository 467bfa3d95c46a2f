import { commandSecret } from './find/options.ts';
import { findNamedSecrets } from './find-secrets.ts';
import { findTokens } from './find-tokens.ts';
import { maskArgs } from './mask.ts';
import { masked, maskedAt } from './mask-tokens.ts';
import type { SecretSpan } from './find/span.ts';
import { joined } from './search.ts';

/**
 * A command of a project, for the question whether it may run. Only what no program could be is masked: a `$(…)` or a path in the place of a password
 * would run unseen, so everything that a shell reads, that begins as a path or that is used as a command is shown as it is.
 */
export function textInQuestion(text: string): string {
  return shown(text, true);
}

/** As {@link textInQuestion}, for a program and its arguments. */
export function commandInQuestion(command: readonly string[]): readonly string[] {
  const [program = '', ...args] = command;
  const known = commandSecret(program, args);
  const isRunner = runners.test(program);
  const runs = isRunner ? args.findIndex((arg) => !/^[-/]\w/.test(arg)) : -1;
  const masks = maskArgs(args, program);
  const words = args.map((arg, i) => {
    const mask = masks[i] ?? '';
    const isRun = i === runs || (isRunner && /^(?:[-/]c|-e|-p|--eval|--print|-command)$/i.test(args[i - 1] ?? ''));
    if (mask === arg || isRun) return shown(arg, isRun);
    // Masked for the option before it, and not for what it is.
    const value = known(i) ?? (mask === masked ? { start: 0, end: arg.length } : { start: arg.indexOf(':') + 1, end: arg.length });
    const whole = arg.slice(0, value.start) + masked + arg.slice(value.end);
    return (known(i) !== undefined || mask === whole) && isPlainSecret(arg.slice(value.start, value.end)) ? whole : shown(arg, false);
  });
  return command.length === 0 ? [] : [shown(program, true), ...words];
}

/** Programs whose first argument that is no option is a file or a package that they run. */
const runners =
  /(?:^|[\\/])(?:\w*sh|node|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|npx|bunx|uvx?|pipx|env|sudo|pwsh|cmd)(?:\.exe)?$/i;

/** @param isScript whether the text begins with a command. */
function shown(text: string, isScript: boolean): string {
  const found = [...findNamedSecrets(text), ...findTokens(text)];
  return withoutTokens(maskedAt(text, joined(found.filter((span) => isValue(text, span, isScript)))));
}

function isValue(text: string, span: SecretSpan, isScript: boolean): boolean {
  if (span.rule === 'private-key') return isWholeKey(text, span);
  return isPlainSecret(text.slice(span.start, span.end)) && !isCommand(text, span, isScript) && !isUsedAgain(text, span);
}

/** Whether nothing but the lines of a key is there, and a shell would take them for one word: in quotes, or on one line. */
function isWholeKey(text: string, { start, end }: SecretSpan): boolean {
  const isQuoted = /["']-----BEGIN [A-Z0-9 ]+-----\s*$/.test(text.slice(Math.max(0, start - 200), start));
  const body = text.slice(text.lastIndexOf('KEY', start), end);
  return /^[\w+/=:,\s\\-]*$/.test(body) && (isQuoted || !/[\n\r]/.test(body));
}

/** Letters, digits and signs that tokens and passwords have, and that no shell reads as anything but themselves; no path, option or name of a file. */
export function isPlainSecret(value: string): boolean {
  return (
    /^[\p{L}\p{N}_.~+/=:@%!,-]+$/u.test(value) &&
    !/^(?:[-~]|\.{0,2}\/|[A-Za-z]:\/|@\.{0,2}\/)/.test(value) &&
    !/\.(?:[cm]?[jt]sx?|py|rb|p[lm]|sh|bash|zsh|ps1|bat|cmd|exe|com|node|so|dll|jar|php|lua)$/i.test(value)
  );
}

/** Whether a shell would take the word that begins here for a program: the first of a command. */
function isCommand(text: string, { start }: SecretSpan, isScript: boolean): boolean {
  const before = text.slice(0, start).replace(/["'\\]+$/, '');
  if (!isScript && before.trim() === '') return false;
  return /(?:^|[\n\r;&|(){}`!]|\b(?:eval|exec|command|env|sudo|nohup|time|xargs|then|do|else|if|while|until)\s)\s*$/.test(before);
}

/** Whether the text uses the variable again that is given this value, so that a plain word may become a command. A token is none. */
function isUsedAgain(text: string, { start, end }: SecretSpan): boolean {
  const name = /([A-Za-z_]\w*)\s*=\s*["']?$/.exec(text.slice(0, start))?.[1];
  if (name === undefined || findTokens(text.slice(start, end)).length > 0) return false;
  return [`$${name}`, `\${${name}`, `%${name}%`, `!${name}!`, `$env:${name}`, `\${!${name}`].some((use) => text.includes(use));
}

const maxTokens = 100;

/**
 * Every printed text loses what has the form of a token. What is shown here on purpose is kept from that by two quotes in it, which mean nothing to a
 * shell: a command may be called like a token, and code may be written between the lines of a private key.
 */
function withoutTokens(text: string): string {
  let result = text;
  for (let i = 0; i < maxTokens; i += 1) {
    const found = findTokens(result).find(({ end, start }) => result.slice(start, end) !== masked);
    if (found === undefined) return result;
    const at = found.rule === 'private-key' ? result.lastIndexOf('KEY', found.start) : found.start + 3;
    result = `${result.slice(0, at)}''${result.slice(at)}`;
  }
  return result;
}
