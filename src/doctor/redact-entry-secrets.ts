import { secretsIn } from '../clients/index.ts';
import type { Sighting } from './diagnostic.ts';
import { placeholderIn } from './judging/secrets/placeholder.ts';
import type { EntryFacts, FileFacts, Setup } from './setup.ts';
import { maskText, maskTokens } from '../secrets/index.ts';

/** A piece of a secret this short tells nothing, and would be found in any text. */
const shortest = 6;
/** Larger files hold more than servers, and are not searched for the sake of one sentence. */
const largestText = 200_000;
const masked = '***';

/**
 * Takes out of the words of a sighting every secret that stands in the entry (or the file) it is about, and every token. Diagnostics
 * mask what they quote; this is for the one that did not think of it, and for what a path or an address was made of.
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
    return shortened(maskTokens(secrets.reduce((text, secret) => (text.includes(secret) ? text.replaceAll(secret, masked) : text), words)));
  };
}

/** A sentence holds values of the file, and these have any length. */
const longestWords = 2_000;

function shortened(words: string): string {
  return words.length > longestWords ? `${words.slice(0, longestWords - 1)}…` : words;
}

function ofEntry({ entry }: EntryFacts): readonly string[] {
  const shown = maskText(entry.name);
  return [...secretsIn(entry.fields), ...(shown === entry.name ? [] : [entry.name])];
}

function ofFile(setup: Setup, file: FileFacts): readonly string[] {
  if (file.root !== undefined && (file.text ?? '').length <= largestText) return [...secretsIn(file.root)];
  return setup.entries.filter((entry) => entry.file === file).flatMap((entry) => ofEntry(entry));
}

function longestFirst(secrets: readonly string[]): readonly string[] {
  const hidden = [...new Set(secrets)].filter((secret) => secret.length >= shortest && placeholderIn(secret) === undefined);
  return hidden.toSorted((a, b) => b.length - a.length);
}
