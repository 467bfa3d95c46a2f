import { defineDiagnostic, type FileFacts, type Setup } from '../diagnostic.ts';
import { quotedPath } from '../judging/wording.ts';

/**
 * Cline's lock is a directory with a file `owner.<process>.<milliseconds>.<id>` in it; one older than ten seconds it takes for left.
 * https://github.com/cline/cline/blob/038f2b6455e8c9c8615ad0b783d92b2e10345386/sdk/packages/core/src/extensions/mcp/config-loader.ts
 */
const staleAfterMs = 10_000;

export default defineDiagnostic({
  id: 'client-lock-left',
  severity: 'warning',
  summary: 'The assistant left the lock of its config file behind.',
  *lists(setup) {
    for (const file of lockable(setup)) yield lockOf(file);
  },
  *looks(setup) {
    for (const file of lockable(setup)) yield lockOf(file);
  },
  *detect(setup) {
    for (const file of lockable(setup)) {
      const lock = lockOf(file);
      if (setup.seen.get(lock)?.kind !== 'directory') continue;
      const owners = setup.listings.get(lock) ?? [];
      // snap's own lock is removed by the next snap command that writes.
      if (owners.includes('owner.snap-mcp')) continue;
      const taken = owners
        .map((name) => Number(/^owner\.\d+\.(\d{13})\./.exec(name)?.[1] ?? Number.NaN))
        .find((time) => !Number.isNaN(time));
      const isLeft = taken !== undefined && setup.now.getTime() - taken > staleAfterMs;
      const word = quotedPath(setup, lock);
      const words = word === undefined ? 'remove this directory' : `${setup.facts.platform === 'win32' ? 'rmdir /s' : 'rm -r'} ${word}`;
      yield {
        file,
        path: lock,
        severity: isLeft ? 'warning' : 'info',
        message: isLeft
          ? `${file.client.name} locked its config file and did not release the lock, which is older than ten seconds. snap does not write the file while the lock exists.`
          : `${file.client.name} is writing its config file at this moment, or left its lock behind. snap does not write the file while the lock exists.`,
        hint: `If ${file.client.name} is not running: ${words}. ${file.client.name} itself removes an old lock the next time it writes.`,
        detail: 'lock',
      };
    }
  },
});

function lockable({ files }: Pick<Setup, 'files'>): readonly FileFacts[] {
  return files.filter(({ client, ignored, place }) => client.lock !== undefined && !ignored && place.write !== 'never');
}

function lockOf({ path, target }: FileFacts): string {
  return `${target ?? path}.lock`;
}
