import type { NewServer } from './entry.ts';

import { variablesIn } from './variables.ts';
import { isSecretName, looksSecret, maskArgs, maskText } from '../secrets/index.ts';

/** Where a server has a secret as plain text, in words that do not show it: `the variable TOKEN`. Empty when nowhere. */
export function literalSecrets(server: NewServer): readonly string[] {
  switch (server.kind) {
    case 'command': {
      const shown = maskArgs(server.args, server.command);
      return [
        ...(maskText(server.command) === server.command ? [] : ['the command']),
        ...(server.args.some((arg, i) => shown[i] !== arg) ? ['an argument'] : []),
        ...[...server.env].filter(([name, value]) => isSecret(name, value)).map(([name]) => `the variable ${name}`),
      ];
    }
    case 'url':
      return [
        ...(maskText(server.url) === server.url ? [] : ['the address']),
        ...[...server.headers].filter(([name, value]) => isSecret(name, value)).map(([name]) => `the header ${name}`),
      ];
    default:
      return server satisfies never;
  }
}

/** Values under a secret's name that are none. */
const harmless = /^(true|false|\d{1,6}|)$/i;

function isSecret(name: string, value: string): boolean {
  if (isReference(value) || harmless.test(value)) return false;
  return isSecretName(name) || looksSecret(value) || maskText(value) !== value;
}

/** Nothing but variables and the word that says what kind of secret they hold. */
function isReference(value: string): boolean {
  const variables = variablesIn(value);
  if (variables.length === 0) return false;
  let rest = '';
  let done = 0;
  for (const { start, end } of variables) {
    rest += value.slice(done, start);
    done = end;
  }
  return /^((bearer|basic|token)\b)?\s*$/i.test(rest + value.slice(done));
}
