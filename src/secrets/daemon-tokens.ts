/** The text with the tokens of snap's daemon made equal and as long as before: the daemon has a new one at each start. */
export function withEqualDaemonTokens(text: string): string {
  if (!text.includes(prefix)) return text;
  return text.replaceAll(daemonToken, (token) => prefix.padEnd(token.length, '0'));
}

/** The token that this place of the text is in the middle of. */
export function daemonTokenAround(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  if (!text.includes(prefix)) return undefined;
  for (const { 0: token, index } of text.matchAll(daemonToken)) {
    if (index < at && at < index + token.length) return { start: index, end: index + token.length };
  }
  return undefined;
}

const prefix = 'snap_local_';
const daemonToken = /\bsnap_local_[\w-]+/g;
