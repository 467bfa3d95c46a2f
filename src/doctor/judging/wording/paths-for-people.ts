import { displayPath as pathWithTilde } from '../../../clients/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { shellWord } from '../../../machine/index.ts';
import { maskText } from '../../../secrets/index.ts';

/** A path for a message: `~` for the home directory, and no secret. */
export function displayPath({ facts, home }: Pick<Setup, 'facts' | 'home'>, path: string): string {
  return maskText(pathWithTilde(path, { platform: facts.platform, home }));
}

/** A path that a person is to write: `~` is shown for privacy, and would not work there. */
export function pathToWrite(setup: Pick<Setup, 'facts' | 'home'>, path: string): string {
  const shown = displayPath(setup, path);
  return shown.startsWith('~') ? `"${shown}" with your home directory instead of "~"` : `"${shown}"`;
}

/** Words for a message as they would stand in a file: `"a", "b"`. */
export function displayWords(setup: Pick<Setup, 'facts' | 'home'>, words: readonly string[]): string {
  return words.map((word) => `"${displayPath(setup, word)}"`).join(', ');
}

/**
 * A path as a word of a command that a person copies: the home directory stays short and is still found; `undefined` where it cannot be
 * written so that every shell takes it for this path.
 */
export function quotedPath(setup: Pick<Setup, 'facts' | 'home'>, path: string): string | undefined {
  const { platform } = setup.facts;
  const shown = pathWithTilde(path, { platform, home: setup.home });
  // With something masked in it, it would be another path.
  if (maskText(shown) !== shown) return undefined;
  const inHome = /^~[\\/]/.test(shown);
  const word = shellWord(inHome ? shown.slice(2) : shown, platform);
  if (word === undefined) return undefined;
  if (platform !== 'win32') return inHome ? `~/${word}` : word;
  return inHome ? `"%USERPROFILE%\\${word}"` : `"${word}"`;
}

/** The command that takes an entry out, or the words for it where its name stands in no command. */
export function howToRemove(
  { facts }: Pick<Setup, 'facts'>,
  { client, entry, file }: Pick<EntryFacts, 'client' | 'entry' | 'file'>,
): string {
  const name = shellWord(entry.name, facts.platform);
  return name === undefined ? 'delete this entry in the file.' : `snap mcp remove ${name} --${client.id} --scope ${file.scope}`;
}
