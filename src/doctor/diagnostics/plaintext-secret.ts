import { isOursByShape, replacedIn, type Client, type ConfigPlace, type EntryForm } from '../../clients/index.ts';
import { defineDiagnostic, atMost, type EntryFacts } from '../diagnostic.ts';
import { plainSecretsOf, type PlainSecret } from '../judging/secrets/plain-secrets.ts';
import { spellVariable } from '../judging/variables.ts';

/** A key that anyone who reads the file can use. Nothing of it is shown, not even its length. */
export default defineDiagnostic({
  id: 'plaintext-secret',
  severity: 'error',
  summary: 'The file holds a secret as plain text.',
  whenWritten: 'doubt',
  *detect({ entries }) {
    // A file that several clients read is reported for one that owns it, whose form of variables is right there.
    const owned = entries.toSorted((a, b) => Number(a.file.place.write === 'never') - Number(b.file.place.write === 'never'));
    for (const target of owned) {
      for (const secret of plainSecretsOf(target)) {
        const { file } = target;
        if (isDaemonToken(target, secret)) continue;
        const isShared = file.scope === 'project' && file.tracked === true;
        yield {
          entry: target,
          span: secret.node,
          detail: secret.where,
          // A key in a repository is published, also when its server is switched off.
          severity: atMost('error', isShared ? 'error' : 'warning'),
          message: isShared
            ? `There is a secret in ${secret.where} of "${target.entry.name}", in a file that git tracks.`
            : `There is a secret in ${secret.where} of "${target.entry.name}" as plain text${file.scope === 'project' && file.ignoredByGit !== true ? '; git does not track the file yet' : ''}.`,
          hint: `${isShared ? "Rotate it: git's history keeps this one. " : ''}${insteadOf(target, secret)}`,
        };
      }
    }
  },
});

/** snap wrote it there, it is of no use on another machine, and the next start of the daemon makes a new one. */
function isDaemonToken({ entry, file }: EntryFacts, { where }: PlainSecret): boolean {
  return file.scope !== 'project' && entry.server.kind === 'url' && isOursByShape(entry.server) && where === 'the header Authorization';
}

function insteadOf({ client, entry, file }: EntryFacts, { name, where }: PlainSecret): string {
  const kinds = [
    ['the header', 'header'],
    ['the address', 'address'],
    ['argument', 'argument'],
  ] as const;
  const kind = kinds.find(([start]) => where.startsWith(start))?.[1] ?? 'other';
  return hintForSecret(client, file.place, file.reading.entry, kind, variableName(entry.name, name));
}

/** A name for the variable: the name of the field if it is one, else made of server and field. */
function variableName(server: string, name: string | undefined): string {
  const bare = (name ?? 'authorization').replace(/^-+/, '');
  if (/^[A-Z][A-Z0-9_]*$/.test(bare)) return bare;
  const words = /^authorization$/i.test(bare) ? `${server}_TOKEN` : bare.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2');
  return words.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase();
}

/** Where a secret is: not every way to keep it out serves everywhere. */
type SecretPlace = 'header' | 'address' | 'argument' | 'other';

/**
 * How to keep a value out of a client's file: with a variable, by its name, or not at all.
 * @param name of the environment variable, in capitals.
 */
function hintForSecret(client: Client, place: ConfigPlace, form: EntryForm, kind: SecretPlace, name: string): string {
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
