import { listed, displayPath } from '../../system/index.ts';
import type { Readers } from './files/file-readers.ts';
import type { EntryFacts, Setup } from '../setup.ts';
import { shellWord } from '../../machine/index.ts';
import { maskText } from '../../secrets/index.ts';

/** The first names in quotes, and the number of the others. */
export function quotedNames(names: readonly string[], max = 5): string {
  const shown = names.slice(0, max).map((name) => `"${name}"`);
  return listed(names.length > max ? [...shown, `${names.length - max} more`] : shown);
}

/** `Cursor looks`, `Cursor and VS Code look`. */
export function clientsThat(readers: Readers, verb: string): string {
  return `${listed(readers.map(({ client }) => client.name))} ${verb}${readers.length === 1 ? 's' : ''}`;
}

/** The effect of a file that cannot be parsed on each client, as whole sentences. */
export function brokenFileEffects(readers: Readers): string {
  const documented = readers.flatMap(({ client }) => (client.onBrokenFile === undefined ? [] : [`${client.name} ${client.onBrokenFile}.`]));
  const others = readers.filter(({ client }) => client.onBrokenFile === undefined).map(({ client }) => client.name);
  if (others.length === 0) return documented.join(' ');
  return [...documented, `${listed(others)} ${others.length === 1 ? 'gets' : 'get'} no servers from it.`].join(' ');
}

/** `850 ms`, `12.3 s`. */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${Number((milliseconds / 1000).toFixed(1))} s`;
}

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
