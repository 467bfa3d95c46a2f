import type { CliFact, DaemonFact, GateFacts, McpFact, SignInFact, WorkspaceFact } from './facts.ts';
import { severalFolders } from './several-folders.ts';
import { minCliVersion } from '../cli-package.ts';
import { gateTable, type GateCause, type GateName, type GateRow } from './table.ts';
import { withoutStop } from '../without-stop.ts';

/** What the status bar shows. */
export interface Gate {
  readonly name: GateName;
  readonly cause: GateCause;
  readonly row: GateRow;
  /** What is so, with the words of the facts, which are foreign text. What a click does is in the row. */
  readonly state: string;
}

/** The first gate that is not met; `watching` where all are. */
export function gateOf(facts: GateFacts): Gate {
  if (!facts.isTrusted) return gate('restricted', 'untrusted');
  return (
    cliGate(facts.cli) ??
    daemonGate(facts.daemon) ??
    signInGate(facts.signIn) ??
    workspaceGate(facts.workspace) ??
    mcpGate(facts.mcp, facts.daemon) ??
    gate('watching', 'connected', ...watchedWords(facts.workspace))
  );
}

/** Whether the same is shown: the same row with the same words. */
export function isSameGate(one: Gate, other: Gate): boolean {
  return one.cause === other.cause && one.state === other.state;
}

function gate<Name extends GateName>(name: Name, cause: Extract<keyof (typeof gateTable)[Name], string>, ...words: string[]): Gate {
  const rows: Readonly<Record<string, GateRow>> = gateTable[name];
  const row = rows[cause];
  if (row === undefined) throw new Error(`There is no row ${name}.${cause}.`);
  return {
    name,
    // What the compiler cannot join: a name with one of the causes of that very name.
    cause: `${name}.${cause}` as GateCause,
    row,
    state: row.state.replaceAll(/\{(\d)\}/g, (_, i: string) => words[Number(i)] ?? ''),
  };
}

function cliGate(cli: CliFact): Gate | undefined {
  switch (cli.kind) {
    case 'looking':
      return gate('cli', 'looking');
    case 'missing':
      return cli.why === 'old' ? gate('cli', 'old', cli.path, cli.version, minCliVersion) : gate('cli', cli.why, cli.path ?? '');
    case 'found':
      return undefined;
    default:
      return cli satisfies never;
  }
}

function daemonGate(daemon: DaemonFact): Gate | undefined {
  switch (daemon.kind) {
    case 'connecting':
    case 'starting':
    case 'elsewhere':
      return gate('daemon', daemon.kind);
    case 'stopped':
      return gate('daemon', daemon.why);
    case 'failed':
      return gate('daemon', 'failed', withoutStop(daemon.reason));
    case 'hung':
      return gate('daemon', 'hung', daemon.pid === undefined ? '' : ` (process ${daemon.pid})`);
    case 'connected':
      return undefined;
    default:
      return daemon satisfies never;
  }
}

function signInGate(signIn: SignInFact): Gate | undefined {
  switch (signIn.kind) {
    case 'signed-out':
      return gate('signIn', 'signed-out', signIn.endpoint);
    case 'unusable':
      return gate('signIn', 'unusable', `${withoutStop(signIn.reason)}.`);
    case 'not-needed':
    case 'signed-in':
      return undefined;
    default:
      return signIn satisfies never;
  }
}

function workspaceGate(workspace: WorkspaceFact): Gate | undefined {
  switch (workspace.kind) {
    case 'none':
      return workspace.reason === undefined ? gate('workspace', 'none') : gate('workspace', 'unfit', `${withoutStop(workspace.reason)}.`);
    case 'new':
      return gate('workspace', 'new', workspace.name);
    case 'initialized':
      return undefined;
    default:
      return workspace satisfies never;
  }
}

function mcpGate(mcp: McpFact, daemon: DaemonFact): Gate | undefined {
  if (mcp.kind === 'missing') return gate('mcp', mcp.why);
  // An entry may start a server of its own, which needs no port.
  if (mcp.by === 'provider' && daemon.kind === 'connected' && daemon.http.kind === 'refused')
    return gate('mcp', 'port', `${withoutStop(daemon.http.reason)}.`);
  return undefined;
}

function watchedWords(workspace: WorkspaceFact): readonly [string, string] {
  return workspace.kind === 'none' ? ['', ''] : [workspace.name, severalFolders(workspace)];
}
