import { isOursByShape } from '../../clients/index.ts';
import { defineDiagnostic } from '../diagnostic.ts';
import { hintForSecret } from '../judging/secrets/hint-for-secret.ts';
import { plainSecretsOf, type PlainSecret } from '../judging/secrets/plain-secrets.ts';
import { atMost } from '../severity.ts';
import type { EntryFacts } from '../setup.ts';

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
