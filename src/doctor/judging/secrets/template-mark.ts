import type { Setup } from '../../setup.ts';
import type { EntryText } from '../entries/entry-texts.ts';
import { joinPath } from '../../../machine/index.ts';

/** What a program that writes config files was to fill in, and did not: `{{HOME}}`, `__HOME__`, `<HOME>`. */
export interface TemplateMark {
  readonly mark: string;
  /** The word inside of it. */
  readonly name: string;
}

/** Double braces in any place, but not `${{ … }}`, which Continue fills in; the other forms only where a path begins. */
const braces = /(?<![${])\{\{[\s.-]*([A-Za-z_][\w .()"-]{0,60}?)[\s-]*\}\}/;
const leading = /^(?:__([A-Z][A-Z0-9_]*?)__|<([A-Za-z][\w .-]{0,60})>|\[\[([A-Za-z]\w*)\]\])(?=[\\/])/;

/** Of nearly every text this is all that is asked. */
const mayHoldMark = /^(?:__|<|\[\[)|\{\{/;

/** The first one where a path, a variable's value, a header or an address is expected. */
export function templateMark({ kind, text }: Pick<EntryText, 'kind' | 'text'>): TemplateMark | undefined {
  // header-unfilled reports those.
  if (kind === 'header') return undefined;
  if (!mayHoldMark.test(text)) return undefined;
  const first = leading.exec(text);
  if (first !== null) return { mark: first[0], name: first[1] ?? first[2] ?? first[3] ?? '' };
  const found = braces.exec(text);
  if (found === null) return undefined;
  const [mark, name = ''] = found;
  // An argument may be a template that the server fills in itself.
  const isPart = /[\\/]/.test(text[found.index - 1] ?? '') || /^[\\/]/.test(text.slice(found.index + mark.length));
  return kind !== 'argument' || isPart ? { mark, name } : undefined;
}

/** Whether a command or a path of an entry begins with such a mark: then it names nothing on this machine. */
export function startsWithTemplateMark(text: string): boolean {
  return mayHoldMark.test(text) && (leading.test(text) || (braces.exec(text)?.index ?? -1) === 0);
}

/** The text with the mark filled in, where the word can only mean one directory of this machine. */
export function filledIn(text: string, setup: Pick<Setup, 'facts' | 'home'>): string | undefined {
  let isKnown = true;
  const fill = (name: string): string => {
    const directory = directoryNamed(name, setup);
    isKnown &&= directory !== undefined;
    return directory ?? '';
  };
  const once = text.replace(leading, (_, ...names: (string | undefined)[]) =>
    fill(names.slice(0, 3).find((name) => name !== undefined) ?? ''),
  );
  const all = once.replaceAll(new RegExp(braces, 'g'), (_, name: string) => fill(name));
  return isKnown && all !== text ? joinPath(all, '', setup.facts.platform) : undefined;
}

function directoryNamed(name: string, { facts, home }: Pick<Setup, 'facts' | 'home'>): string | undefined {
  const word = name
    .replace(/^.*\./, '')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  if (/^(user|your)?home(dir|directory|folder|path)?$/.test(word) || word === 'userprofile') return home;
  const { isProject, path } = facts.workspace;
  return isProject && /^(project|workspace|repo|repository)(root|dir|directory|folder|path)?$/.test(word) ? path : undefined;
}
