import { display, maskText } from '../../clients/index.ts';
import type { Setup } from '../setup.ts';

/** A path for a message: `~` for the home directory, and no secret. */
export function shownPath({ facts, home }: Pick<Setup, 'facts' | 'home'>, path: string): string {
  return maskText(display(path, { platform: facts.platform, home }));
}

/** A path that a person is to write: `~` is shown for privacy, and would not work there. */
export function toBeWritten(setup: Pick<Setup, 'facts' | 'home'>, path: string): string {
  const shown = shownPath(setup, path);
  return shown.startsWith('~') ? `"${shown}" with your home directory for "~"` : `"${shown}"`;
}

/** Words for a message as they would stand in a file: `"a", "b"`. */
export function shownWords(setup: Pick<Setup, 'facts' | 'home'>, words: readonly string[]): string {
  return words.map((word) => `"${shownPath(setup, word)}"`).join(', ');
}

/** A path as a word of a command that a person copies: the home directory stays short and is still found, blanks are quoted. */
export function quotedPath(setup: Pick<Setup, 'facts' | 'home'>, path: string): string {
  const shown = shownPath(setup, path);
  if (setup.facts.platform === 'win32') return `"${shown.replace(/^~/, '%USERPROFILE%')}"`;
  if (/^[\w~./@+-]+$/.test(shown)) return shown;
  const [home, rest] = shown.startsWith('~/') ? ['~/', shown.slice(2)] : ['', shown];
  return `${home}'${rest.replaceAll("'", String.raw`'\''`)}'`;
}

/** A name as a word of a command. */
export function quotedName(name: string): string {
  return /^[\w.@/-]+$/.test(name) && !name.startsWith('-') ? name : `"${name.replaceAll('"', '')}"`;
}
