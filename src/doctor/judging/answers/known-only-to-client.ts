import { isMap } from '../../../formats/index.ts';
import { isOfTheEnvironment, understands, variablesIn } from '../../../clients/index.ts';
import type { EntryFacts } from '../../setup.ts';

/** Fields for values that the client reads elsewhere: files with variables, the keyring, a helper program, its own sign-in. */
const fetching = ['envFile', 'env_file', 'env_keys', 'headersHelper', 'oauth', 'auth', 'authProviderType'];

/** Editor variables whose value snap knows too. */
const plainWords = /^\$\{(workspaceFolder|workspaceFolderBasename|userHome|pathSeparator|\/)\}$/;

/**
 * The values of this entry that only the running client knows: answers to its questions, secrets in its store. snap called the server
 * without them, so a refusal says little.
 */
export function knownOnlyToClient({ client, entry, file }: Pick<EntryFacts, 'client' | 'entry' | 'file'>): readonly string[] {
  const { server, value } = entry;
  const texts =
    server.kind === 'command'
      ? [server.command, ...server.args, ...server.env.values()]
      : server.kind === 'url'
        ? [server.url, ...server.headers.values()]
        : [];
  const asked = texts
    .flatMap(variablesIn)
    .filter(
      (variable) =>
        understands(client, variable, file.place.variables === undefined ? undefined : file.place) &&
        !isOfTheEnvironment(variable) &&
        !plainWords.test(variable.spelling),
    )
    .map(({ spelling }) => spelling);
  const fields = isMap(value) ? fetching.filter((key) => isGiven(value.get(key))).map((key) => `"${key}"`) : [];
  return [...new Set([...asked, ...fields])];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);
}
