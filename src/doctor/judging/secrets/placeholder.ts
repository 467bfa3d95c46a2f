import { isSecretName } from '../../../secrets/index.ts';

/** Text that was meant to be replaced: `your-api-key`, `<token>`, `/path/to/…`. */
const patterns: readonly RegExp[] = [
  // The whole value in brackets; `<id>` in the middle of a sentence is not a placeholder.
  /^<[A-Za-z][^<>\n]{1,60}>$/,
  /^\[(your|insert)[^\]\n]{1,60}\]$/i,
  /^(\w+ )?<?your[-_ ](?!app\b)[\w .-]*(key|token|secret|password|id|url|here|name|host|domain|account|org|organization|project|workspace|database|user|username|email|path|endpoint|instance|region|pat)\b[\w .-]*>?$/i,
  /\bYOUR_[A-Z0-9_]+\b/,
  /(^|[/=:@.?&-])your-(api-)?(key|token|secret|password|domain|host|org|project|instance|subdomain|company|tenant|account|username|workspace)(-here)?($|[/=:@.?&])/i,
  /[\\/](absolute[\\/])?path[\\/]to[\\/]/i,
  /^[\\/]?(absolute[\\/])?path[\\/]to[\\/]/i,
  /[\\/](Users|home)[\\/]<?(your[-_]?(user)?[-_]?name|yourname|username|your-user|\[?user\]?name)>?([\\/]|$)/i,
  /(^|[^A-Za-z0-9])(x{6,}|X{6,}|\*{5,}|\.{6,})([^A-Za-z0-9]|$)/,
  /(^|[-_])x{4,}$/i,
  /^(change[-_ ]?me|replace[-_ ]?me|fill[-_ ]?me|todo|tbd|insert[-_ ].*[-_ ]here|put[-_ ].*[-_ ]here|add[-_ ].*[-_ ]here|replace[-_ ]with[-_ ].*|paste[-_ ].*)$/i,
  /\b(REPLACE_(ME|THIS|WITH_\w+)|CHANGE_ME|INSERT_\w+_HERE|PASTE_\w+_HERE|PUT_\w+_HERE)\b/,
  /^\.{3}$|^…$/,
];

/** The placeholder in a text; `undefined` when there is none. It is not a secret. */
export function placeholderIn(text: string): string | undefined {
  if (text.length > 400) return undefined;
  // A variable's name may be anything.
  const bare = text.replaceAll(/\$?\{[^}]*\}/g, '');
  for (const pattern of patterns) {
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
