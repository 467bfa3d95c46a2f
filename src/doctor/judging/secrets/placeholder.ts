import { isSecretName } from '../../../secrets/index.ts';
import type { Setup } from '../../setup.ts';
import type { EntryText } from '../entries/fields.ts';
import { joinPath } from '../../../machine/index.ts';

/**
 * Text that was meant to be replaced: `your-api-key`, `<token>`, `/path/to/…`. One of `needs`, in small letters, is in every such text: nearly
 * none has it, and then the expression is never compiled.
 */
const patterns: readonly { readonly needs: readonly string[]; readonly pattern: RegExp }[] = [
  // The whole value in brackets; `<id>` in the middle of a sentence is not a placeholder.
  { needs: ['<'], pattern: /^<[A-Za-z][^<>\n]{1,60}>$/ },
  { needs: ['['], pattern: /^\[(your|insert)[^\]\n]{1,60}\]$/i },
  {
    needs: ['your'],
    pattern:
      /^(\w+ )?<?your[-_ ](?!app\b)[\w .-]*(key|token|secret|password|id|url|here|name|host|domain|account|org|organization|project|workspace|database|user|username|email|path|endpoint|instance|region|pat)\b[\w .-]*>?$/i,
  },
  { needs: ['your_'], pattern: /\bYOUR_[A-Z0-9_]+\b/ },
  {
    needs: ['your-'],
    pattern:
      /(^|[/=:@.?&-])your-(api-)?(key|token|secret|password|domain|host|org|project|instance|subdomain|company|tenant|account|username|workspace)(-here)?($|[/=:@.?&])/i,
  },
  { needs: ['path'], pattern: /[\\/](absolute[\\/])?path[\\/]to[\\/]/i },
  { needs: ['path'], pattern: /^[\\/]?(absolute[\\/])?path[\\/]to[\\/]/i },
  {
    needs: ['name', 'your-user'],
    pattern: /[\\/](Users|home)[\\/]<?(your[-_]?(user)?[-_]?name|yourname|username|your-user|\[?user\]?name)>?([\\/]|$)/i,
  },
  { needs: ['xxxxxx', '*****', '......'], pattern: /(^|[^A-Za-z0-9])(x{6,}|X{6,}|\*{5,}|\.{6,})([^A-Za-z0-9]|$)/ },
  { needs: ['xxxx'], pattern: /(^|[-_])x{4,}$/i },
  {
    needs: ['change', 'replace', 'fill', 'todo', 'tbd', 'insert', 'put', 'add', 'paste'],
    pattern:
      /^(change[-_ ]?me|replace[-_ ]?me|fill[-_ ]?me|todo|tbd|insert[-_ ].*[-_ ]here|put[-_ ].*[-_ ]here|add[-_ ].*[-_ ]here|replace[-_ ]with[-_ ].*|paste[-_ ].*)$/i,
  },
  {
    needs: ['replace_', 'change_me', 'insert_', 'paste_', 'put_'],
    pattern: /\b(REPLACE_(ME|THIS|WITH_\w+)|CHANGE_ME|INSERT_\w+_HERE|PASTE_\w+_HERE|PUT_\w+_HERE)\b/,
  },
  { needs: ['...', '…'], pattern: /^\.{3}$|^…$/ },
];

/** The placeholder in a text; `undefined` when there is none. It is not a secret. */
export function placeholderIn(text: string): string | undefined {
  if (text.length > 400) return undefined;
  // A variable's name may be anything.
  const bare = text.replaceAll(/\$?\{[^}]*\}/g, '');
  const small = bare.toLowerCase();
  for (const { needs, pattern } of patterns) {
    if (!needs.some((part) => small.includes(part))) continue;
    const found = pattern.exec(bare)?.[0];
    if (found !== undefined) return found.replace(/^[=:?&@-]|^\/(?=your)/i, '').replace(/(?<=\w)[=:?&@.-]$/, '');
  }
  return undefined;
}

/** Words that are often names or mark-up, and only a placeholder where a secret or a path is expected. */
const ambiguous =
  /^(todo|tbd)$|^<\/?(html|head|body|main|nav|section|article|aside|footer|div|span|p|a|b|i|em|strong|br|hr|pre|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|h[1-6]|img|svg|canvas|video|audio|iframe|script|style|template|form|button|textarea)>$/i;
const forPath = /(^|[^a-z])(paths?|dir|director(y|ies)|folders?|files?|root|home|workspace|cwd)$/i;

/** Whether a text that looks like a placeholder is probably the real value, by the name of its variable or flag. */
export function isRealValue(text: string, name: string | undefined): boolean {
  if (!ambiguous.test(text.trim())) return false;
  const words = (name ?? '').replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').replaceAll('_', '-');
  return !isSecretName(words) && !forPath.test(words);
}

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
