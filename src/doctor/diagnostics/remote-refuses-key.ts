import { isOfTheEnvironment, isOursByShape, resolveVariables, variablesIn } from '../../clients/index.ts';
import { defineDiagnostic, atMost, type EntryFacts, type Setup } from '../diagnostic.ts';
import { addressNode } from '../judging/network/address-fix.ts';
import { sendsKey, calledEntries, knownOnlyToClient } from '../judging/answers/called-entries.ts';
import { whereOf } from '../judging/files/file-readers.ts';
import { maskText } from '../../secrets/index.ts';

/** Without a key that is normal for a server with a sign-in; with one, the key is the problem. */
export default defineDiagnostic({
  id: 'remote-refuses-key',
  severity: 'error',
  summary: 'The remote server refuses the key that is sent, or asks for one.',
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'http')) {
      const { client } = entry;
      const { name, server } = entry.entry;
      if (server.kind !== 'url' || (answer.status !== 401 && answer.status !== 403)) continue;
      const span = addressNode(entry);
      const asks = answer.authenticate === undefined ? '' : ` (it asks for ${answer.authenticate})`;
      const about = { entry, span };
      const refusal = `${maskText(server.url)} answers ${answer.status}${asks}`;

      if (isOursByShape(server)) {
        yield {
          ...about,
          severity: maxSeverity,
          message: `"${name}" sends a token that snap's daemon does not know: ${refusal}.`,
          hint: 'The token is a new one after each start of the daemon: "snap daemon start" writes it into the entry.',
        };
        continue;
      }

      const open = openHeader(entry, setup);
      if (open !== undefined) {
        yield {
          ...about,
          severity: maxSeverity,
          message: `"${name}": ${refusal}. The header "${open.header}" still holds ${open.variable}, which has no value here.`,
          hint: `Set that variable where ${client.name} is started; an app started from the desktop does not see what your shell sets.`,
        };
        continue;
      }
      const fetched = knownOnlyToClient(entry);
      if (fetched.length > 0) {
        yield {
          ...about,
          severity: 'info',
          message: `"${name}": ${refusal}. snap asked without ${fetched.join(', ')}, which only ${client.name} has.`,
          hint: `Nothing to do if it works in ${client.name}.`,
        };
        continue;
      }
      if (sendsKey(entry)) {
        yield {
          ...about,
          severity: maxSeverity,
          message: `"${name}" sends a key that is refused: ${refusal}.`,
          hint: 'The key may have expired or lack a permission. Create a new one and put it in the same place.',
        };
        continue;
      }
      if (answer.offersSignIn === false) {
        yield {
          ...about,
          severity: maxSeverity,
          message: `"${name}" needs a key: ${refusal}, the entry sends none, and the server has no sign-in (OAuth) that ${client.name} could start.`,
          hint: howToSend(entry),
        };
        continue;
      }
      const signIn = client.signIn?.replaceAll('{server}', () => name);
      yield {
        ...about,
        severity: atMost(maxSeverity, signIn === undefined ? 'warning' : 'info'),
        message: `"${name}" asks you to sign in: ${refusal}, and the entry sends no key.`,
        hint:
          signIn === undefined
            ? `Sign in where ${client.name} offers it, or add the header with your key that the server documents.`
            : `${signIn} Nothing to do if you have.`,
      };
    }
  },
});

/** Where the key goes, as this client spells it. */
function howToSend({ client, file }: EntryFacts): string {
  const { bearerFrom, headers } = { bearerFrom: undefined, headers: undefined, ...file.reading.entry.http };
  const get = 'Get a token from the vendor of the server';
  if (bearerFrom !== undefined)
    return `${get}, put it into an environment variable where ${client.name} is started, and name that variable in the entry: "${bearerFrom}". A login command fails here.`;
  const where = headers === undefined ? 'the entry' : `"${headers}" of the entry`;
  return `${get} and send it as a header in ${where}, as the server documents it; often "Authorization: Bearer <token>". A sign-in in ${client.name} fails here.`;
}

/** A header whose variable has no value, so that it is sent as it is written. */
function openHeader({ client, entry, file }: EntryFacts, setup: Setup): { readonly header: string; readonly variable: string } | undefined {
  // goose looks names up in the keyring too.
  if (entry.server.kind !== 'url' || client.variablesFrom === 'entry') return undefined;
  const where = whereOf(setup);
  for (const [header, value] of entry.server.headers) {
    const variable = variablesIn(resolveVariables(client, file.place, value, where, 'header')).find(isOfTheEnvironment);
    if (variable !== undefined) return { header, variable: variable.spelling };
  }
  return undefined;
}
