import { createHash } from 'node:crypto';
import { showServer, type Server } from '../../clients/index.ts';
import { isSecretName, maskText } from '../../secrets/index.ts';

/**
 * A hash of what decides which program is started or which address is called. Secret values are left out, so that a new token asks nobody;
 * other values count, because they can load other code or send the token elsewhere.
 * @param filled command, arguments and start directory with the variables filled in: the same words may mean another program elsewhere.
 */
export function fingerprintOf(name: string, server: Server, filled: readonly string[], startsIn: string): string {
  const shown = showServer(server);
  const values = server.kind === 'command' ? server.env : server.kind === 'url' ? server.headers : new Map<string, string>();
  const given = [...values]
    .map(([key, value]) => [key, isSecret(key, value) ? '' : value])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const words = [name, shown.transport, shown.url, filled.map((word, i) => maskText(maskAfterFlag(filled, word, i))), startsIn, given];
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);
}

function isSecret(name: string, value: string): boolean {
  return isSecretName(name) || /^authorization$/i.test(name) || maskText(value) !== value;
}

function maskAfterFlag(words: readonly string[], word: string, i: number): string {
  const flag = words[i - 1];
  return flag !== undefined && flag.startsWith('-') && !flag.includes('=') && isSecretName(flag) ? '' : word;
}
