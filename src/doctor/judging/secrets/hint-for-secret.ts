import { replacedIn, type Client, type ConfigPlace, type EntryForm } from '../../../clients/index.ts';
import { spellVariable } from '../variables/variable-spelling.ts';

/**
 * How to keep a value out of a client's file: with a variable, by its name, or not at all.
 * @param name of the environment variable, in capitals.
 */
export function hintForSecret(client: Client, place: ConfigPlace, form: EntryForm, kind: 'header' | 'other', name: string): string {
  const spelled = spellVariable(client, place, name);
  if (spelled !== undefined) return `Write ${spelled} there and set ${name} in the environment in which ${client.name} is started.`;
  const replaced = replacedIn(client, place);
  const question = replaced.includes('${input:id}') ? '${input:…}' : replaced.find((known) => known.startsWith('${{ secrets.'));
  if (question !== undefined)
    return `Write ${question.replace('NAME', () => name)} there, so that ${client.name} asks for it or looks it up.`;
  if (kind === 'header' && form.http?.bearerFrom !== undefined)
    return `Name the variable in "${form.http.bearerFrom}" (or "${form.http.headersFrom ?? ''}") instead.`;
  if (form.envNames !== undefined) return `List ${name} under "${form.envNames}" instead and remove its value from the file.`;
  return `${client.name} fills in no variables here: keep the file private, or start the server through a script of your own that reads the secret.`;
}
