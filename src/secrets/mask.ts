import { findNamedSecrets, findSecrets } from './find-secrets.ts';
import { commandSecret } from './find/options.ts';
import { masked, maskedAt } from './mask-tokens.ts';
import { isSecretName } from './names.ts';
import { isReference } from './reference.ts';

/**
 * A value, an argument or a line of a config file or command with every secret in it masked, and with whatever follows the name of one.
 * Quotes and everything else stay, so that it still reads as what it is.
 */
export function maskText(text: string): string {
  if (text.length > maxKept) return maskedAt(text, findNamedSecrets(text));
  const known = masks.get(text);
  if (known !== undefined) return known;
  const shown = maskedAt(text, findNamedSecrets(text));
  if (masks.size >= maxMasks) masks.clear();
  masks.set(text, shown);
  return shown;
}

/** What short texts were masked to: a checkup asks for each name and argument several times. */
const masks = new Map<string, string>();
const maxMasks = 1_000;
const maxKept = 200;

/** What people and models write: sentences, notes, commands, code. Masks every secret and leaves "the password is required" as it is. */
export function maskProse(text: string): string {
  return maskedAt(text, findSecrets(text));
}

/** What follows `-p` is a port, a package, a path or a project, unless it looks like nothing of them. */
const password = /^(?=.*[A-Za-z])(?=.*[\d!#$%^&*+?])[^-/@.:=\s]{8,100}$/;

/** `Authorization:` `Bearer` `X`, each an argument of its own: the places of X. */
function splitHeaderValues(args: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [i, arg] of args.entries()) {
    if (!/^[A-Za-z][\w-]*:$/.test(arg) || !isSecretName(arg)) continue;
    const at = authScheme.test(args[i + 1] ?? '') ? i + 2 : i + 1;
    const value = args[at] ?? '-';
    if (!value.startsWith('-') && !isReference(value)) found.add(at);
  }
  return found;
}

/** https://www.iana.org/assignments/http-authschemes, and what vendors write in their place (2026-11-23). */
const authScheme = /^(?:basic|bearer|token|digest|apikey|negotiate|bot)$/i;

/**
 * Arguments as they may be shown: masked are values after a secret-like flag or name, and values that look like a secret.
 * @param command the program, whose options are known for many: `mysql -psecret`.
 */
export function maskArgs(args: readonly string[], command = ''): readonly string[] {
  const known = commandSecret(command, args);
  const split = splitHeaderValues(args);
  return args.map((arg, i) => {
    if (split.has(i)) return masked;
    const inKnown = known(i);
    if (inKnown !== undefined) return arg.slice(0, inKnown.start) + masked + arg.slice(inKnown.end);
    if (arg.startsWith('-p') && password.test(arg.slice(2))) return `-p${masked}`;
    const flag = args[i - 1];
    if (flag === undefined || !flag.startsWith('-') || flag.includes('=') || arg.startsWith('--') || isReference(arg)) return maskText(arg);
    if (isSecretName(flag) || (flag === '-p' && password.test(arg))) return masked;
    return /^(-u|--user|--username)$/.test(flag) ? maskText(arg).replace(/:.*/s, `:${masked}`) : maskText(arg);
  });
}
