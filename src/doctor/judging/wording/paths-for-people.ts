import { displayPath } from '../../../system/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { shellWord } from '../../../machine/index.ts';
import { maskText } from '../../../secrets/index.ts';

/** A path for a message: `~` for the home directory, and no secret. */
export function pathForMessage({ facts, home }: Pick<Setup, 'facts' | 'home'>, path: string): string {
  return maskText(displayPath(path, { platform: facts.platform, home }));
}

/** A path that a person is to write into a file, where `~` would not work. */
export function pathToWrite(setup: Pick<Setup, 'facts' | 'home'>, path: string): string {
  const shown = pathForMessage(setup, path);
  return shown.startsWith('~') ? `"${shown}" with your home directory instead of "~"` : `"${shown}"`;
}

/** Words for a message, quoted as in a file: `"a", "b"`. */
export function wordsForMessage(setup: Pick<Setup, 'facts' | 'home'>, words: readonly string[]): string {
  return words.map((word) => `"${pathForMessage(setup, word)}"`).join(', ');
}

/**
 * A path as a word of a command that a person copies: the home directory stays short and is still found; `undefined` where it cannot be
 * written so that every shell takes it for this path.
 */
export function quotedPath(setup: Pick<Setup, 'facts' | 'home'>, path: string): string | undefined {
  const { platform } = setup.facts;
  const shown = displayPath(path, { platform, home: setup.home });
  // A masked path would be another path.
  if (maskText(shown) !== shown) return undefined;
  const inHome = /^~[\\/]/.test(shown);
  const word = shellWord(inHome ? shown.slice(2) : shown, platform);
  if (word === undefined) return undefined;
  if (platform !== 'win32') return inHome ? `~/${word}` : word;
  return inHome ? `"%USERPROFILE%\\${word}"` : `"${word}"`;
}

/** The command that removes an entry, or a sentence when its name cannot be written in a command. */
export function howToRemove(
  { facts }: Pick<Setup, 'facts'>,
  { client, entry, file }: Pick<EntryFacts, 'client' | 'entry' | 'file'>,
): string {
  const name = shellWord(entry.name, facts.platform);
  return name === undefined ? 'delete this entry in the file.' : `snap mcp remove ${name} --${client.id} --scope ${file.scope}`;
}
