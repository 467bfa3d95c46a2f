import type { ClientFacts, ConfigFileFacts, Facts } from '../../machine/index.ts';
import type { FileFacts } from '../setup.ts';
import type { PathInspector } from './path-inspector.ts';
import { versionControlOf } from './version-control.ts';

/**
 * The config files that are judged. A file that several assistants read is judged by the rules of those that are installed. If there are none, it is judged by the rules of
 * the one it was made for, so that no finding is about an assistant the person does not have.
 */
export async function judgedFiles(inspector: PathInspector, facts: Facts, named: boolean): Promise<readonly FileFacts[]> {
  const readers = new Map<string, ClientFacts[]>();
  for (const found of facts.clients) for (const { path } of found.files) readers.set(path, [...(readers.get(path) ?? []), found]);
  const git = await versionControlOf(inspector.system, facts.workspace.path);
  const judged: FileFacts[] = [];
  for (const found of facts.clients) {
    for (const file of found.files) {
      const others = readers.get(file.path) ?? [];
      const isJudged = named || found.installed || (!others.some((one) => one.installed) && isMadeFor(found, file, others));
      if (!isJudged) continue;
      judged.push({
        ...file,
        client: found.client,
        installed: found.installed,
        onDisk: await inspector.look(file.path),
        ...(file.scope === 'project' ? git(file.path) : {}),
      });
    }
  }
  return judged;
}

function isMadeFor(found: ClientFacts, file: ConfigFileFacts, readers: readonly ClientFacts[]): boolean {
  const writers = readers.filter((one) => one.files.some((other) => other.path === file.path && other.place.write === 'create'));
  return (writers[0] ?? readers[0]) === found;
}
