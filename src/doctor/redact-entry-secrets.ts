import { secretsIn } from '../clients/index.ts';
import type { Sighting } from './diagnostic.ts';
import { placeholderIn } from './judging/secrets/placeholder.ts';
import type { EntryFacts, FileFacts, Setup } from './setup.ts';
import { maskText, maskTokens } from '../secrets/index.ts';
import { cut } from '../system/index.ts';

/** Shorter secrets are not searched for: they would match in any text. */
const minSecretLength = 6;
/** Larger files hold more than servers; they are not searched. */
const maxFileLength = 200_000;
const masked = '***';

/**
 * Masks every secret of the entry (or file) that a sighting is about, and every token, in a text of that sighting. Diagnostics mask what
 * they quote; this is the second line of defence, also for secrets inside paths and addresses.
 */
export function redactEntrySecrets(setup: Setup): (sighting: Sighting, words: string) => string {
  const known = new Map<EntryFacts | FileFacts, readonly string[]>();
  const secretsOf = (target: EntryFacts | FileFacts): readonly string[] => {
    const secrets = known.get(target) ?? longestFirst('entry' in target ? ofEntry(target) : ofFile(setup, target));
    known.set(target, secrets);
    return secrets;
  };
  return ({ entry, file }, words) => {
    const target = entry ?? file;
    const secrets = target === undefined ? [] : secretsOf(target);
    // The name is shown above the message too. A password such as "postgres" may be a part of it.
    const name = entry === undefined || secrets.includes(entry.entry.name) ? undefined : `"${entry.entry.name}"`;
    const parts = name === undefined ? [words] : words.split(name);
    const hide = (part: string): string =>
      secrets.reduce((text, secret) => (text.includes(secret) ? text.replaceAll(secret, masked) : text), part);
    const shown = parts.map(hide).join(name);
    return cut(maskTokens(shown), maxMessageLength);
  };
}

/** Messages quote values of the file, which can have any length. */
const maxMessageLength = 2_000;

function ofEntry({ entry }: EntryFacts): readonly string[] {
  const shown = maskText(entry.name);
  return [...secretsIn(entry.fields), ...(shown === entry.name ? [] : [entry.name])];
}

function ofFile(setup: Setup, file: FileFacts): readonly string[] {
  if (file.root !== undefined && (file.text ?? '').length <= maxFileLength) return [...secretsIn(file.root)];
  return setup.entries.filter((entry) => entry.file === file).flatMap((entry) => ofEntry(entry));
}

function longestFirst(secrets: readonly string[]): readonly string[] {
  const hidden = [...new Set(secrets)].filter((secret) => secret.length >= minSecretLength && placeholderIn(secret) === undefined);
  return hidden.toSorted((a, b) => b.length - a.length);
}
