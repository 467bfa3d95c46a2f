import { EventEmitter, lm, McpHttpServerDefinition, Uri, workspace, type CancellationToken, type Disposable } from 'vscode';
import { core } from '../core.ts';
import { autoStart } from '../auto-start.ts';
import type { Desk } from '../desk.ts';
import { definitionOf, isSameDefinition, workspaceHeader, type Definition } from './definition.ts';
import { takesProviders } from './see-mcp.ts';
import { mcpWanted, onDidChangeMcpWanted } from './wanted.ts';

/** The server of this editor, as far as the editor was told of it. */
export interface Provided {
  readonly definition: Definition | undefined;
  /** When the editor last wanted to connect; `undefined`: not in this window yet. */
  readonly askedAt: Date | undefined;
  /** Gives the editor the definition with a new version, so that it connects again. */
  renew(): void;
}

const provided = new WeakMap<Desk, Provided>();

/** `undefined` where the editor takes no servers from extensions. */
export function providedBy(desk: Desk): Provided | undefined {
  return provided.get(desk);
}

/** After how long an address that is missing is asked for again, and how often. */
const askAgain = { ms: 2_000, times: 5 };

/** Gives this editor exactly one server, while it can be connected to and the person wants it. */
export function registerProvider(desk: Desk): Disposable {
  if (!takesProviders()) return { dispose: () => undefined };
  const changed = new EventEmitter<void>();
  let told: Definition | undefined;
  let askedAt: Date | undefined;
  let renewals = 0;
  const address = askedAddress(desk);
  const tell = (): void => {
    address.look();
    if (!isSameDefinition(told, definitionNow(desk, renewals))) changed.fire();
  };
  provided.set(desk, {
    get definition() {
      return definitionNow(desk, renewals);
    },
    get askedAt() {
      return askedAt;
    },
    renew() {
      renewals += 1;
      tell();
    },
  });
  const listening = [
    desk.gates.onDidChange(tell),
    desk.gates.onDidSee(tell),
    desk.daemon.onDidChange(tell),
    onDidChangeMcpWanted(tell),
    lm.registerMcpServerDefinitionProvider('snap', {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions() {
        told = definitionNow(desk, renewals);
        return told === undefined ? [] : [new McpHttpServerDefinition(told.label, Uri.parse(told.url), {}, told.version)];
      },
      async resolveMcpServerDefinition(_, token) {
        askedAt = new Date();
        const resolved = await resolve(desk, renewals, token);
        // What nobody waits for is not given a token.
        return token.isCancellationRequested ? undefined : resolved;
      },
    }),
  ];
  return {
    dispose() {
      for (const each of [...listening, address, changed]) each.dispose();
    },
  };
}

/** Asks the daemon for its address where the editor is waiting for it: the question before may have been lost while the machine was busy. */
function askedAddress(desk: Desk): Disposable & { look(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = askAgain.times;
  return {
    look() {
      const { fact } = desk.daemon;
      const isMissing = fact.kind === 'connected' && fact.http.kind === 'unknown' && mcpWanted(desk.context) === true && isReady(desk);
      if (!isMissing) left = askAgain.times;
      if (!isMissing || timer !== undefined || left === 0) return;
      left -= 1;
      timer = setTimeout(() => {
        timer = undefined;
        if (desk.daemon.fact.kind === 'connected' && desk.daemon.fact.http.kind === 'unknown')
          void desk.daemon
            .askAddress()
            .catch((error: unknown) => desk.log.warn(String(error)))
            .then(() => this.look());
      }, askAgain.ms);
    },
    dispose: () => clearTimeout(timer),
  };
}

function isReady({ gates: { current } }: Desk): boolean {
  // Where the current folder is not set up, the server may work in another one.
  return current.name === 'mcp' || current.name === 'watching' || current.name === 'workspace';
}

function serverFolder({ gates: { facts } }: Desk): string | undefined {
  return facts.workspace.kind === 'none' ? undefined : facts.workspace.server;
}

function definitionNow(desk: Desk, renewals: number): Definition | undefined {
  const { fact } = desk.daemon;
  const isConnected = fact.kind === 'connected';
  return definitionOf({
    isWanted: mcpWanted(desk.context) === true,
    isReady: isReady(desk),
    port: isConnected && fact.http.kind === 'listening' ? fact.http.port : undefined,
    daemon: isConnected ? `${fact.pid}${renewals === 0 ? '' : `.${renewals}`}` : undefined,
    folder: serverFolder(desk),
  });
}

/** The definition with the token that is valid now, read here and nowhere else. What is thrown is shown by the editor. */
async function resolve(desk: Desk, renewals: number, cancelled: CancellationToken): Promise<McpHttpServerDefinition | undefined> {
  let now = definitionNow(desk, renewals);
  if (
    now === undefined &&
    mcpWanted(desk.context) === true &&
    desk.daemon.fact.kind === 'stopped' &&
    workspace.isTrusted &&
    autoStart(desk.context) === true
  ) {
    const problem = await desk.daemon.start();
    if (problem !== undefined) throw new Error(`The Snap daemon could not be started: ${problem}.`);
    if (cancelled.isCancellationRequested) return undefined;
    await desk.gates.look();
    now = definitionNow(desk, renewals);
  }
  const folder = serverFolder(desk);
  if (now === undefined || folder === undefined)
    throw new Error('Snap is not ready. Click "Snap" in the status bar: it says what is missing.');
  if (cancelled.isCancellationRequested) return undefined;
  const { localToken } = await core.daemonLocal();
  const token = localToken(await desk.system());
  if (token === undefined)
    throw new Error('The token of the Snap daemon was not found. Run "Snap: Start Daemon", then start the server again.');
  // Asked through its socket, which is the person's own: a port that it has left could be taken by a program that waits for tokens.
  const status = await desk.daemon.status();
  if (status?.http.state !== 'listening' || !now.url.startsWith(`http://127.0.0.1:${status.http.port}/`))
    throw new Error('The Snap daemon does not answer at its address now. Start the server again in a moment.');
  const headers = { Authorization: `Bearer ${token}`, ...workspaceHeader(folder) };
  return new McpHttpServerDefinition(now.label, Uri.parse(now.url), headers, now.version);
}
