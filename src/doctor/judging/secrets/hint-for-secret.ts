import { replacedIn, type Client, type ConfigPlace, type EntryForm } from '../../../clients/index.ts';
import { spellVariable } from '../variables/variable-spelling.ts';

/** Where a secret is: not every way to keep it out serves everywhere. */
export type SecretPlace = 'header' | 'address' | 'argument' | 'other';

/**
 * How to keep a value out of a client's file: with a variable, by its name, or not at all.
 * @param name of the environment variable, in capitals.
 */
export function hintForSecret(client: Client, place: ConfigPlace, form: EntryForm, kind: SecretPlace, name: string): string {
  const spelled = spellVariable(client, place, name);
  if (spelled !== undefined) return `Write ${spelled} there and set ${name} in the environment in which ${client.name} is started.`;
  const replaced = replacedIn(client, place);
  const question = replaced.includes('${input:id}') ? '${input:…}' : replaced.find((known) => known.startsWith('${{ secrets.'));
  if (question !== undefined)
    return `Write ${question.replace('NAME', () => name)} there, so that ${client.name} asks for it or looks it up.`;
  if (kind === 'header' && form.http?.bearerFrom !== undefined)
    return `Name the variable in "${form.http.bearerFrom}" (or "${form.http.headersFrom ?? ''}") instead.`;
  if (kind === 'address') {
    const inHeader =
      form.http?.bearerFrom === undefined
        ? ''
        : `if the server takes the key in a header, name its variable in "${form.http.bearerFrom}"; otherwise `;
    return `${client.name} fills in no variables in an address: ${inHeader}keep the file private.`;
  }
  if (form.envNames !== undefined && kind === 'argument')
    return `If the server reads ${name} from its environment, list ${name} under "${form.envNames}" and remove the argument; otherwise keep the file private.`;
  if (form.envNames !== undefined) return `List ${name} under "${form.envNames}" instead and remove its value from the file.`;
  return `${client.name} fills in no variables here: keep the file private, or start the server through a script of your own that reads the secret.`;
}
