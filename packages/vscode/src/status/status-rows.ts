import type { DaemonFact, GateFacts, McpFact, SignInFact, WorkspaceFact } from '../gates/facts.ts';
import { severalFolders } from '../gates/several-folders.ts';
import type { FoundCli } from '../observe/find-cli.ts';
import { remoteText } from '../tooltip-text.ts';
import { minCliVersion } from '../cli-package.ts';
import { withoutStop } from '../without-stop.ts';

/** A line of the page: a state, and the command that choosing it runs. */
export interface StatusRow {
  readonly icon: 'check' | 'circle-slash' | 'warning' | 'info' | 'loading~spin';
  readonly label: string;
  readonly detail: string;
  /** What choosing it runs; nothing without it. */
  readonly command?: string | undefined;
}

export interface StatusSection {
  readonly title: string;
  readonly rows: readonly StatusRow[];
}

/** What the page shows. What was not seen yet, or is not there, is `undefined`. */
export interface StatusSeen {
  readonly facts: GateFacts;
  readonly cli: FoundCli | undefined;
  readonly autoStart: boolean | undefined;
  readonly daemon: { readonly clients: number; readonly workspaces: number; readonly build: string } | undefined;
  /** The assistants that are installed. */
  readonly assistants: readonly { readonly name: string; readonly hasSnap: boolean }[] | undefined;
}

/** The page of MCP Status. Its texts may hold foreign words, such as paths. */
export function statusSections(seen: StatusSeen): readonly StatusSection[] {
  const { facts } = seen;
  return [
    {
      title: 'Snap in this window',
      rows: [
        ...trustRow(facts.isTrusted),
        programRow(seen),
        daemonRow(facts, seen.daemon),
        httpRow(facts.daemon),
        signInRow(facts.signIn),
        workspaceRow(facts.workspace),
        mcpRow(facts.mcp),
        ...(facts.remote === undefined ? [] : [remoteRow(facts.remote)]),
      ],
    },
    { title: 'Settings', rows: [autoStartRow(seen.autoStart)] },
    { title: 'Assistants on this machine', rows: assistantRows(seen.assistants) },
  ];
}

function trustRow(isTrusted: boolean): readonly StatusRow[] {
  if (isTrusted) return [];
  const detail = 'Not trusted: Snap only reads. It starts nothing and writes nothing.';
  return [{ icon: 'warning', label: 'Folder', detail, command: 'workbench.trust.manage' }];
}

function programRow({ cli, facts }: StatusSeen): StatusRow {
  const command = 'snap.installCli';
  if (cli !== undefined) {
    const others = cli.others.map(({ path, version }) => `${path} (${version})`).join(', ');
    const detail = `Version ${cli.version}.${others === '' ? '' : ` Not used: ${others}.`} It is ${cli.path}, run by ${cli.node}.`;
    return { icon: 'check', label: 'CLI', detail, command };
  }
  if (facts.cli.kind === 'found')
    return { icon: 'check', label: 'CLI', detail: `Version ${facts.cli.version}, ${facts.cli.path}.`, command };
  if (facts.cli.kind === 'looking') return { icon: 'loading~spin', label: 'CLI', detail: 'Snap is looking for it.', command };
  const { path = '', why } = facts.cli;
  const version = why === 'old' ? facts.cli.version : '';
  const details = {
    nowhere: 'Not found on the PATH, nor where package managers put programs.',
    setting: `The setting "snap.cliPath" names ${path}, which is another program or none.`,
    stranger: `Not found; ${path} has the same name and is another program.`,
    old: `Version ${version} is too old: this extension needs ${minCliVersion} or newer. It is ${path}.`,
    node: `${path} is there, but Node.js was not found.`,
  };
  return { icon: 'circle-slash', label: 'CLI', detail: details[why], command };
}

function daemonRow({ cli, daemon }: GateFacts, seen: StatusSeen['daemon']): StatusRow {
  const label = 'Daemon';
  const command = 'snap.startDaemon';
  // It is looked for only where the CLI was found.
  if (daemon.kind === 'connecting' && cli.kind === 'missing')
    return { icon: 'circle-slash', label, detail: 'Not connected, because the CLI is missing.', command: 'snap.installCli' };
  switch (daemon.kind) {
    case 'connected': {
      const more =
        seen === undefined ? '' : `, build ${seen.build}, ${plural(seen.clients, 'other client')}, ${plural(seen.workspaces, 'workspace')}`;
      return { icon: 'check', label, detail: `Connected: process ${daemon.pid}${more}.`, command };
    }
    case 'connecting':
      return { icon: 'loading~spin', label, detail: 'Not connected yet.', command };
    case 'starting':
      return { icon: 'loading~spin', label, detail: 'Being started.', command };
    case 'stopped': {
      const details = { never: 'Does not run.', asked: 'Was stopped; it is not started again by itself.', ended: 'Has ended.' };
      return { icon: 'circle-slash', label, detail: details[daemon.why], command };
    }
    case 'failed':
      return { icon: 'warning', label, detail: `Could not be started: ${withoutStop(daemon.reason)}.`, command };
    case 'hung':
      return {
        icon: 'warning',
        label,
        detail: `Does not answer${daemon.pid === undefined ? '' : ` (process ${daemon.pid})`}. Choose this to restart it.`,
        command,
      };
    case 'elsewhere':
      return {
        icon: 'warning',
        label,
        detail: 'Runs on another machine or in another container; it cannot be reached from here.',
        command,
      };
    default:
      return daemon satisfies never;
  }
}

function httpRow(daemon: DaemonFact): StatusRow {
  const label = 'Address for assistants';
  const command = 'snap.startDaemon';
  if (daemon.kind !== 'connected') return { icon: 'circle-slash', label, detail: 'None: the daemon is not connected.', command };
  const { http } = daemon;
  switch (http.kind) {
    case 'listening':
      return { icon: 'check', label, detail: `http://127.0.0.1:${http.port} (this machine only).` };
    case 'refused':
      return {
        icon: 'warning',
        label,
        detail: `None: ${withoutStop(http.reason)}. Choose this to try again.`,
        command,
      };
    case 'unknown':
      return { icon: 'circle-slash', label, detail: 'None: the daemon was not asked for one.', command };
    default:
      return http satisfies never;
  }
}

function signInRow(signIn: SignInFact): StatusRow {
  const label = 'Sign-in';
  const command = 'snap.signIn';
  switch (signIn.kind) {
    case 'not-needed':
      return { icon: 'check', label, detail: 'Not needed: no backend is configured.', command };
    case 'signed-in':
      return { icon: 'check', label, detail: `Signed in to ${signIn.endpoint}.`, command };
    case 'signed-out':
      return { icon: 'warning', label, detail: `Not signed in to ${signIn.endpoint}.`, command };
    case 'unusable':
      return { icon: 'warning', label, detail: signIn.reason, command };
    default:
      return signIn satisfies never;
  }
}

function workspaceRow(workspace: WorkspaceFact): StatusRow {
  const label = 'Workspace';
  const command = 'snap.initializeWorkspace';
  if (workspace.kind === 'none') return { icon: 'circle-slash', label, detail: workspace.reason ?? 'No folder is open.', command };
  const several = severalFolders(workspace);
  if (workspace.kind === 'new') return { icon: 'warning', label, detail: `${workspace.name} is not set up.${several}`, command };
  const kept = workspace.keptIn === 'project' ? 'learnings are in the project' : 'learnings are on this machine';
  return { icon: 'check', label, detail: `${workspace.name} is set up; ${kept}.${several}`, command };
}

function mcpRow(mcp: McpFact): StatusRow {
  const label = 'Assistant of this editor';
  const command = 'snap.configureMcp';
  if (mcp.kind === 'configured') {
    const by = mcp.by === 'provider' ? 'the extension provides the server; no file was written' : 'by an entry in its own file';
    return { icon: 'check', label, detail: `Connected: ${by}.`, command };
  }
  const details = {
    'not-asked': 'Not connected.',
    declined: 'Not connected, as you decided.',
    foreign: 'Not connected: another server has the name of Snap; it was left as it is.',
  };
  return { icon: mcp.why === 'declined' ? 'circle-slash' : 'warning', label, detail: details[mcp.why], command };
}

function remoteRow(remote: string): StatusRow {
  return { icon: 'info', label: 'Remote', detail: remoteText(remote) };
}

function autoStartRow(answer: boolean | undefined): StatusRow {
  const label = 'Start the daemon with the editor';
  const command = 'snap.status.toggleAutoStart';
  const detail = answer === true ? 'Yes. Choose this to turn it off.' : 'No. Choose this to turn it on.';
  return { icon: answer === true ? 'check' : 'circle-slash', label, detail, command };
}

function assistantRows(assistants: StatusSeen['assistants']): readonly StatusRow[] {
  const command = 'snap.configureMcp';
  if (assistants === undefined) return [{ icon: 'loading~spin', label: 'Assistants', detail: 'Snap is looking for them.', command }];
  if (assistants.length === 0)
    return [{ icon: 'info', label: 'None found', detail: 'Configure MCP sets up the assistant of this editor.', command }];
  return assistants.map(({ name, hasSnap }) => ({
    icon: hasSnap ? 'check' : 'circle-slash',
    label: name,
    detail: hasSnap ? 'Has Snap in its configuration.' : 'Does not have Snap.',
    command,
  }));
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 || word === 'more' ? '' : 's'}`;
}
