import { shownPath } from './shown.ts';
import type { Setup } from '../setup.ts';

/** A path as a word of a command that a person copies: the home directory stays short and is still found, blanks are quoted. */
export function shellPath(setup: Pick<Setup, 'facts' | 'home'>, path: string): string {
  const shown = shownPath(setup, path);
  if (setup.facts.platform === 'win32') return `"${shown.replace(/^~/, '%USERPROFILE%')}"`;
  if (/^[\w~./@+-]+$/.test(shown)) return shown;
  const [home, rest] = shown.startsWith('~/') ? ['~/', shown.slice(2)] : ['', shown];
  return `${home}'${rest.replaceAll("'", String.raw`'\''`)}'`;
}

/** A name as a word of a command. */
export function shellName(name: string): string {
  return /^[\w.@/-]+$/.test(name) && !name.startsWith('-') ? name : `"${name.replaceAll('"', '')}"`;
}
