import type { JobWork } from '../../system/index.ts';
import type { DependencyFinding } from './manifest.ts';
import { installed, lockfiles, notOwn, packageManifests, Reader, settingsOf, undeclaredIn } from './read-manifests.ts';
import type { PackageImport } from './undeclared.ts';
import { undeclaredInPython } from './undeclared-python.ts';

export interface PlannedPackages {
  readonly root: string;
  /** Every file of the workspace as it would be, from the root. */
  readonly files: readonly string[];
  /** Contents that are not written yet. */
  readonly texts: readonly (readonly [path: string, text: string | undefined])[];
  /** Imports that are to be judged. */
  readonly imports: readonly PackageImport[];
  /** Files of Python whose imports are to be judged. */
  readonly python: readonly string[];
}

/** The job `checks/planned-packages`: packages that a change imports, or keeps importing, without a manifest that declares them. */
export default (async ({ files, imports, python, root, texts }) => {
  const reader = new Reader(root, new Map(texts));
  const own = files.filter((file) => !notOwn.test(file));
  const { found } = await undeclaredInPython(
    python.filter((file) => !notOwn.test(file)),
    own,
    reader,
    async () => undefined,
  );
  if (imports.length === 0) return found;
  const { manifests } = await packageManifests(own, reader, []);
  const names = new Set([...manifests.values()].flatMap(({ name }) => name ?? []));
  const brings = await installed(imports, manifests, await lockfiles(own, reader, manifests), reader);
  return [...found, ...(await undeclaredIn(imports, { manifests, own: names, brings, settings: await settingsOf(own, reader) }, reader))];
}) satisfies JobWork<PlannedPackages, readonly DependencyFinding[]>;
