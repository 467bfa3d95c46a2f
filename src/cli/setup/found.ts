import { brokenFiles, isSetUp, probe, stateOf, type ClientFacts, type ConfigFileFacts, type Facts } from '../../machine/index.ts';
import type { System } from '../../system/index.ts';
import { findWorkspace } from '../../workspace/index.ts';
import { plain, type Style } from '../terminal/style.ts';
import { displayPaths } from '../words.ts';

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

function markOf(found: ClientFacts, style: Style): string {
  if (brokenFiles(found).length > 0) return style.sign.warn;
  return isSetUp(found) ? style.sign.good : style.sign.none;
}

function problemOf({ path, error }: ConfigFileFacts): string {
  const at = error?.line === undefined ? '' : `:${error.line}${error.column === undefined ? '' : `:${error.column}`}`;
  return `${path}${at}: ${error?.message ?? ''}`;
}

/** Whether snap has never written anything on this machine and no assistant starts it. Reads only. */
export async function isFirstTime(system: System): Promise<boolean> {
  if (((await system.list(system.own.data)) ?? []).length > 0) return false;
  const workspace = await findWorkspace(system, undefined);
  const { clients } = await probe(system, { workspace });
  return !clients.some(isSetUp);
}
