import { isMap } from '../../../formats/index.ts';
import { isOfTheEnvironment, understands, variablesIn } from '../../../clients/index.ts';
import type { EntryFacts } from '../../setup.ts';

/** Fields by which a client fetches what an entry does not hold: files with variables, the keyring, a helper, a sign-in of its own. */
const fetching = ['envFile', 'env_file', 'env_keys', 'headersHelper', 'oauth', 'auth', 'authProviderType'];

/** Words of the editor that have the same value for us. */
const plainWords = /^\$\{(workspaceFolder|workspaceFolderBasename|userHome|pathSeparator|\/)\}$/;

/**
 * What only the running client knows of this entry: answers to its questions, secrets in its store. Our call went without it, so a
 * server that refuses it says little.
 */
export function knownOnlyToClient({ client, entry }: Pick<EntryFacts, 'client' | 'entry'>): readonly string[] {
  const { server, value } = entry;
  const texts =
    server.kind === 'command'
      ? [server.command, ...server.args, ...server.env.values()]
      : server.kind === 'url'
        ? [server.url, ...server.headers.values()]
        : [];
  const asked = texts
    .flatMap(variablesIn)
    .filter((variable) => understands(client, variable) && !isOfTheEnvironment(variable) && !plainWords.test(variable.spelling))
    .map(({ spelling }) => spelling);
  const fields = isMap(value) ? fetching.filter((key) => isGiven(value.get(key))).map((key) => `"${key}"`) : [];
  return [...new Set([...asked, ...fields])];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);
}
