import type { ClientFacts, ConfigFileFacts, Facts } from '../../machine/index.ts';
import { plain, type Style } from '../terminal/style.ts';
import { count, displayPaths } from '../words.ts';

/** Whether snap is set up in a file that this client reads. */
export function isSetUp(found: ClientFacts): boolean {
  return found.files.some((file) => !file.ignored && file.servers.some(({ ours, enabled }) => ours && enabled));
}

/** What was found, for a person: each assistant on the machine with the state of its files. */
export function foundText(facts: Facts, home: string, style: Style): readonly string[] {
  const here = facts.clients.filter(({ installed }) => installed);
  if (here.length === 0) return ['No assistant was found on this machine. You can choose assistants that you are going to install.'];
  const width = Math.max(...here.map(({ client }) => client.name.length));
  return [
    `${here.length} of the ${facts.clients.length} assistants that snap knows ${here.length === 1 ? 'is' : 'are'} on this machine:`,
    ...here.flatMap((found) => [
      `  ${markOf(found, style)} ${found.client.name.padEnd(width)}  ${stateOf(found)}`,
      ...brokenFiles(found).map((file) => `    ${plain(displayPaths(problemOf(file), home))}`),
    ]),
  ];
}

/** One line about a client: whether snap is set up, and which servers it has. */
export function stateOf(found: ClientFacts): string {
  const names = new Set(found.files.filter((file) => !file.ignored).flatMap((file) => file.servers.map(({ name }) => name)));
  if (isSetUp(found)) return names.size > 1 ? `snap is set up, and ${count(names.size - 1, 'other server')}` : 'snap is set up';
  if (names.size > 0) return count(names.size, 'server');
  return brokenFiles(found).length > 0 ? 'a file that cannot be read' : 'no servers yet';
}

function markOf(found: ClientFacts, style: Style): string {
  if (brokenFiles(found).length > 0) return style.yellow(style.mark.warn);
  return isSetUp(found) ? style.green(style.mark.good) : style.dim(style.mark.none);
}

/** Files that snap cannot write, because they cannot be read or parsed. */
function brokenFiles({ files }: ClientFacts): readonly ConfigFileFacts[] {
  return files.filter((file) => !file.ignored && file.error !== undefined && file.state !== 'absent');
}

function problemOf({ path, error }: ConfigFileFacts): string {
  const at = error?.line === undefined ? '' : `:${error.line}${error.column === undefined ? '' : `:${error.column}`}`;
  return `${path}${at}: ${error?.message ?? ''}`;
}
