import { display } from '../clients/index.ts';
import { probe, type ClientFacts, type ConfigFileFacts } from '../doctor/index.ts';
import { healthText, placeOf, positionOf, shown } from './health-text.ts';
import type { ToolContext } from './tool.ts';
import { servedWorkspace, type ServedWorkspace } from './workspace.ts';

/** What mode health found. */
export interface Health {
  /** The first one is what matters most. */
  readonly findings: readonly HealthFinding[];
  readonly text: string;
}

export interface HealthFinding {
  readonly severity: 'error' | 'warning';
  /** A few words for the wire line. */
  readonly short: string;
  readonly message: string;
}

/** Looks at the assistants of this machine and their config files, changing nothing. */
export async function health({ system, about, namedWorkspace }: ToolContext): Promise<Health> {
  const served = await servedWorkspace(system, namedWorkspace);
  const facts = await probe(system, { workspace: served.workspace });
  const path = (text: string): string => display(text, system);
  const found = [...facts.interrupted.map(interrupted), ...facts.clients.flatMap((client) => fileFindings(client, path))];
  const findings = [
    ...workspaceFindings(served, namedWorkspace, path),
    ...found.filter(isError),
    ...found.filter((finding) => !isError(finding)),
  ];
  return { findings, text: healthText({ facts, findings, about, path }) };
}

function isError({ severity }: HealthFinding): boolean {
  return severity === 'error';
}

type ShowPath = (path: string) => string;

function workspaceFindings({ workspace, problem }: ServedWorkspace, named: string | undefined, path: ShowPath): readonly HealthFinding[] {
  const option = `--workspace ${shown(path(named ?? ''), 200)}`;
  const used = shown(path(workspace.path), 200);
  switch (problem) {
    case undefined:
      return [];
    case 'missing':
      return [
        {
          severity: 'error',
          short: 'workspace missing',
          message: `${option}: there is no such directory, so ${used} is used. Correct the path in this server's entry.`,
        },
      ];
    case 'not-replaced':
      return [
        {
          severity: 'warning',
          short: 'workspace variable not replaced',
          message: `${option}: the assistant did not replace the variable, so ${used} is used. Write the path of the project in this server's entry.`,
        },
      ];
    case 'no-project':
      return [
        {
          severity: 'warning',
          short: 'workspace is no project',
          message: `${used}: the server was started here, which is no project. Add --workspace and the path of the project to this server's entry.`,
        },
      ];
    default:
      return problem satisfies never;
  }
}

function interrupted(message: string): HealthFinding {
  return { severity: 'warning', short: 'interrupted change', message: shown(message, 300) };
}

function fileFindings({ client, installed, files }: ClientFacts, path: ShowPath): readonly HealthFinding[] {
  return files.flatMap((file): readonly HealthFinding[] => {
    const at = `${placeOf(file, path)}: ${client.name}: `;
    const problem = problemOf(file);
    if (problem !== undefined) {
      const severity = installed && !file.ignored && file.state !== 'absent' ? 'error' : 'warning';
      return [
        {
          severity,
          short: `${client.id} ${file.state === 'absent' ? 'dangling-link' : file.state}${positionOf(file, ' ')}`,
          message: at + problem,
        },
      ];
    }
    return file.notes.map((note) => ({ severity: 'warning', short: `${client.id} ${note}`, message: `${at}${shown(note, 200)}.` }));
  });
}

function problemOf({ state, error }: ConfigFileFacts): string | undefined {
  const why = error === undefined ? '' : `: ${shown(error.message, 300)}`;
  switch (state) {
    case 'ok':
    case 'empty':
      return undefined;
    case 'absent':
      return error === undefined ? undefined : `it leads nowhere${why}.`;
    case 'unparsable':
      return `it cannot be parsed${why}. Correct it at this place; until then the assistant may read none of its servers.`;
    case 'wrong-key':
      return `the servers are not where the assistant looks${why}. Move them there.`;
    case 'unreadable':
    case 'not-a-file':
      return `it cannot be read${why}.`;
    default:
      return state satisfies never;
  }
}
