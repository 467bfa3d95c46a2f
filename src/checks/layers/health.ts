import { diagnostics, examine, type ConfigFinding } from '../../doctor/index.ts';
import { displayPath, quoted, type System } from '../../system/index.ts';
import { healthNext, healthText, shown } from './health-text.ts';
import { servedWorkspace, type ServedWorkspace } from '../../workbench/index.ts';
import { ownState, type OwnState } from './own-state.ts';
import type { Layer, LayerContext } from '../mode.ts';
import type { CheckFinding, OwnHealth } from '../report.ts';

/** Examines the assistants of this machine and their config files. Works without a workspace. */
export const health: Layer = {
  name: 'health',
  needs: [],
  async find(_, context, record) {
    const { system, about, namedWorkspace, signal } = context;
    const served = await servedWorkspace(context);
    const own = await ownState(context);
    // The same judges as "snap mcp validate"; nothing is started.
    const { setup, findings: found } = await examine(system, { workspace: served.workspace, program: about.program, diagnostics });
    // Some of what reads the machine takes a read that was stopped for a file that cannot be read.
    signal.throwIfAborted();
    const path = (text: string): string => displayPath(text, system);
    const findings = [
      ...placeFindings(system),
      ...surfaceFindings(system),
      // In a shell a directory is no mistake of an entry.
      ...(context.server === undefined ? [] : workspaceFindings(served, namedWorkspace, path)),
      ...own.findings.map((finding) => ({ ...finding, message: shown(path(finding.message), 400) })),
      ...found.flatMap((finding) => healthFinding(finding, path)),
    ];
    for (const finding of findings) record.add(finding);
    const hasFindings = findings.length > 0;
    const snap = ownHealth(own, context);
    record.detail({ health: snap });
    record.say(
      ...healthText({
        facts: setup.facts,
        decisions: setup.decisions,
        hasFindings: found.some(({ severity }) => severity !== 'info'),
        snap,
        path,
      }),
    );
    record.conclude(healthNext(hasFindings));
    return undefined;
  },
};

function ownHealth({ daemon, git, stores }: OwnState, { about, server }: LayerContext): OwnHealth {
  return {
    versions: { snap: about.version, node: about.node, git },
    stores,
    ...(daemon === undefined ? {} : { daemon }),
    server:
      server === undefined
        ? undefined
        : { uptimeMs: Math.round(process.uptime() * 1000), memoryBytes: process.memoryUsage.rss(), ...server },
  };
}

/** The server was started in an environment in which it can keep nothing. */
function placeFindings({ placeProblem: problem }: System): readonly CheckFinding[] {
  return problem === undefined
    ? []
    : [
        {
          severity: 'error',
          rule: 'no-place',
          source: 'snap',
          short: 'no place to keep things',
          message: `${problem.message} ${problem.hintFor('model') ?? ''}`,
        },
      ];
}

/** A value that means nothing is not taken for the default in silence. */
function surfaceFindings({ env }: System): readonly CheckFinding[] {
  const value = env[surfaceVariable] ?? '';
  if (['', 'full', 'default'].includes(value)) return [];
  const message = `The environment variable ${surfaceVariable} is ${quoted(value, 40)}, which means nothing to snap: "full" offers all tools, without it there are seven.`;
  return [{ severity: 'warning', rule: 'unknown-surface', source: 'snap', short: 'unknown surface', message }];
}

const surfaceVariable = 'SVC_MCP_INTELLIGENCE_SURFACE';

type ShowPath = (path: string) => string;

function workspaceFindings({ workspace, problem }: ServedWorkspace, named: string | undefined, path: ShowPath): readonly CheckFinding[] {
  const option = `--workspace ${shown(path(named ?? ''), 200)}`;
  const used = shown(path(workspace.path), 200);
  switch (problem) {
    case undefined:
      return [];
    case 'missing':
      return [
        {
          severity: 'error',
          rule: 'workspace-missing',
          source: 'snap',
          short: 'workspace missing',
          message: `${option}: this directory does not exist, so the tools that need a project refuse to work; this report is about ${used}. Correct the path in this server's entry.`,
        },
      ];
    case 'not-replaced':
      return [
        {
          severity: 'warning',
          rule: 'workspace-variable-not-replaced',
          source: 'snap',
          short: 'workspace variable not replaced',
          message: `${option}: the assistant did not replace the variable, so snap does not know the project; this report is about ${used}. Write the path of the project in this server's entry.`,
        },
      ];
    case 'refused':
      return [
        {
          severity: 'error',
          rule: 'workspace-refused',
          source: 'snap',
          short: 'workspace refused',
          message: `${option}: the home directory, its parents and the root of a disk cannot be workspaces. Write the path of the project in this server's entry.`,
        },
      ];
    case 'no-project':
      return [
        {
          severity: 'warning',
          rule: 'workspace-is-no-project',
          source: 'snap',
          short: 'workspace is no project',
          message: `${used}: the server was started here, which is not a project. Add --workspace and the path of the project to this server's entry.`,
        },
      ];
    default:
      return problem satisfies never;
  }
}

/** Notes are for people who ask for them ("snap mcp validate"). */
function healthFinding(
  { id, severity, client, path, line, column, server, message, hint }: ConfigFinding,
  show: ShowPath,
): readonly CheckFinding[] {
  if (severity === 'info') return [];
  const position = line === undefined ? '' : `${line}:${column ?? 1}`;
  const place = path === undefined ? '' : `${shown(show(path), 300)}${position === '' ? '' : `:${position}`}: `;
  const who = client === undefined ? '' : `${client.name}: `;
  const about = server === undefined ? '' : ` ${JSON.stringify(shown(server, 60))}`;
  return [
    {
      severity,
      rule: id,
      source: 'snap',
      short: [client?.id, id, position].filter((word) => word !== undefined && word !== '').join(' '),
      message: `${place}${who}${id}${about}: ${shown(message, 400)}${hint === undefined ? '' : ` ${shown(hint, 300)}`}`,
    },
  ];
}
