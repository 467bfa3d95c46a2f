import { join } from 'node:path';
import { env, workspace, type ExtensionContext, type LogOutputChannel } from 'vscode';
import { core, type System, type WritableSystem } from './core.ts';
import type { DaemonDoor, Desk, OpenFolder } from './desk.ts';
import type { CliFact, DaemonFact, GateEvent } from './gates/facts.ts';
import { autoStart } from './auto-start.ts';
import { seeMcp } from './mcp/see-mcp.ts';
import { mcpWanted } from './mcp/wanted.ts';
import { daemonLink, type DaemonLink } from './observe/daemon-link.ts';
import { askVersionManager, keptShims } from './observe/behind-shim.ts';
import { findCli, otherPrograms, type CliSearch, type CliSearchOptions, type FoundCli } from './observe/find-cli.ts';
import { hungAfterMs } from './observe/local-daemon.ts';
import { keptLoginPath, loginPath } from './observe/login-path.ts';
import { openFolder, workspaceFact } from './observe/open-folder.ts';
import { programDirectories } from './observe/program-directories.ts';
import { signInFact } from './observe/sign-in.ts';
import { pathsOfGates, watchedPaths } from './observe/watched-paths.ts';
import { watchGates, type WatchedGates } from './observe/watch-gates.ts';
import { signal } from './signal.ts';
import { soon } from './soon.ts';
import { windowFolders } from './window-folders.ts';
import type { SnapEvent } from './core.ts';

/** The desk of this window. Loads nothing of the core, and reads nothing before it is asked to. */
export function openDesk(context: ExtensionContext, log: LogOutputChannel): Desk {
  return new WindowDesk(context, log);
}

class WindowDesk implements Desk {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly folders = windowFolders();
  readonly gates: WatchedGates;
  readonly #facts = signal<DaemonFact>();
  readonly #events = signal<SnapEvent>();
  readonly #loginPath = keptLoginPath(async () => loginPath(await this.system()));
  readonly #shims = keptShims(askVersionManager);
  #system: Promise<System> | undefined;
  #cli: FoundCli | undefined;
  #link: { readonly file: string; readonly link: DaemonLink } | undefined;
  #linking: { readonly file: string; readonly link: Promise<DaemonLink> } | undefined;

  constructor(context: ExtensionContext, log: LogOutputChannel) {
    this.context = context;
    this.log = log;
    this.gates = watchGates((tell) => this.#lookAtAll(tell), { isTrusted: workspace.isTrusted, remote: env.remoteName });
    context.subscriptions.push({
      dispose: () => {
        this.#soon.dispose();
        this.#paths.close();
        this.folders.dispose();
        this.#link?.link.close();
      },
    });
  }

  readonly daemon: DaemonDoor = this.#door();

  system(): Promise<System> {
    this.#system ??= makeSystem();
    return this.#system;
  }

  async writable(): Promise<WritableSystem> {
    const [{ writableSystem }, system] = await Promise.all([core.writable(), this.system()]);
    return writableSystem(system);
  }

  folder(): string | undefined {
    return this.folders.current;
  }

  async workspace(): Promise<OpenFolder | undefined> {
    const folder = this.folder();
    return folder === undefined ? undefined : openFolder(await this.system(), folder);
  }

  async program(): Promise<FoundCli | undefined> {
    if (this.#cli === undefined) await this.#search();
    return this.#cli;
  }

  forgetLoginPath(): void {
    this.#loginPath.forget();
    this.#shims.forget();
  }

  async otherPrograms(): Promise<readonly string[]> {
    return otherPrograms(await this.system(), this.#searching());
  }

  /** A shell and a version manager are started only where the folder is trusted. */
  #searching(): Omit<CliSearchOptions, 'setting'> {
    const folders = this.folders.all;
    return workspace.isTrusted ? { folders, loginPath: () => this.#loginPath.read(), behindShim: this.#shims.ask } : { folders };
  }

  async #search(): Promise<CliSearch> {
    const system = await this.system();
    const setting = workspace.getConfiguration('snap').get<string>('cliPath', '').trim();
    const search = await findCli(system, { setting, ...this.#searching() });
    this.#cli = search.kind === 'found' ? search.cli : undefined;
    return search;
  }

  /** What changes on disk is seen by watches; several changes at once are one look. */
  readonly #soon = soon(() => void this.gates.look().catch((error: unknown) => this.log.error(String(error))), {
    quietMs: 50,
    lateMs: 500,
  });
  readonly #paths = watchedPaths(() => this.#soon.call());

  /** In the order of the gates, except the daemon, which needs the others. */
  async #lookAtAll(tell: (event: GateEvent) => void): Promise<void> {
    tell({ part: 'isTrusted', now: workspace.isTrusted });
    const system = await this.system();
    const found = await this.#search();
    tell({ part: 'cli', now: cliFact(found) });
    const folder = await this.workspace();
    tell({ part: 'workspace', now: await workspaceFact(system, folder, this.folders.all) });
    tell({ part: 'signIn', now: await signInFact(system) });
    tell({ part: 'mcp', now: await seeMcp(this) });
    await this.#paths.follow(await pathsOfGates(system, found, folder, this.#editorFiles()));
    if (found.kind === 'missing' || !workspace.isTrusted) return;
    const link = await this.#linkFor(found.cli);
    link.openWorkspace(folder?.isInitialized === true ? folder.workspace.root : undefined);
    tell({ part: 'daemon', now: await link.look() });
  }

  /** Where the editor keeps servers that the person adds: https://code.visualstudio.com/docs/copilot/reference/mcp-configuration (2026-11-22). */
  #editorFiles(): readonly string[] {
    const folder = this.folder();
    const user = join(this.context.globalStorageUri.fsPath, '..', '..', 'mcp.json');
    return [user, ...(folder === undefined ? [] : [join(folder, '.vscode', 'mcp.json')])];
  }

  /** A connection of its own for each program: another one may be of another build. */
  #linkFor(cli: FoundCli): Promise<DaemonLink> {
    if (this.#linking?.file === cli.file) return this.#linking.link;
    this.#link?.link.close();
    this.#link = undefined;
    const link = this.#newLink(cli);
    this.#linking = { file: cli.file, link };
    link.catch(() => (this.#linking = undefined));
    return link;
  }

  async #newLink(cli: FoundCli): Promise<DaemonLink> {
    const [{ daemonDesk }, system] = await Promise.all([core.daemonLocal(), this.system()]);
    const desk = await daemonDesk({ system, program: cli, writable: () => this.writable() });
    const link = daemonLink({
      system,
      desk,
      client: env.appName,
      mayStart: () => workspace.isTrusted && autoStart(this.context) === true,
      wantsHttp: () => workspace.isTrusted && (autoStart(this.context) === true || mcpWanted(this.context) === true),
      onProblem: (error) => this.log.warn(String(error)),
    });
    link.onFact((fact) => {
      this.gates.tell({ part: 'daemon', now: fact });
      this.#facts.fire(fact);
    });
    link.onEvent((event) => {
      this.#events.fire(event);
      // snap wrote config files or settings, perhaps those of this editor.
      if (event.type === 'config.changed') this.gates.look().catch((error: unknown) => this.log.error(String(error)));
    });
    // Another program may have been found meanwhile.
    if (this.#linking?.file === cli.file) this.#link = { file: cli.file, link };
    else link.close();
    return link;
  }

  #door(): DaemonDoor {
    const link = async (): Promise<DaemonLink | undefined> => {
      const cli = workspace.isTrusted ? await this.program() : undefined;
      return cli === undefined ? undefined : this.#linkFor(cli);
    };
    const none = 'the Snap CLI is not installed';
    const current = (): DaemonLink | undefined => this.#link?.link;
    return {
      get fact() {
        return current()?.fact ?? { kind: 'connecting' };
      },
      onDidChange: this.#facts.on,
      onEvent: this.#events.on,
      call: async (root, call, args) => {
        const open = current()?.connection;
        if (open === undefined) throw new Error('There is no connection to the daemon.');
        return open.call('workspace.call', { root, call, args });
      },
      ask: async (root, piece, args, signal) => {
        const open = current()?.connection;
        if (open === undefined) return undefined;
        const { askDaemon } = await core.daemonAssist();
        // The gates have the same connection: a daemon that is late on a busy machine is not lost for it.
        return askDaemon(open, root, piece, args, { signal, aliveMs: hungAfterMs, onBug: (error) => this.log.warn(String(error)) });
      },
      publish: (event) => {
        current()
          ?.connection?.call('events.publish', { event })
          .catch((error: unknown) => this.log.warn(String(error)));
      },
      status: async () => current()?.status(),
      start: async () => (await link())?.start() ?? none,
      askAddress: async () => current()?.askAddress() ?? 'it is not connected',
      restart: async () => (await link())?.restart() ?? none,
    };
  }
}

function cliFact(search: CliSearch): CliFact {
  if (search.kind === 'found') return { kind: 'found', version: search.cli.version, path: search.cli.path };
  if (search.why === 'old') return { kind: 'missing', why: 'old', path: search.path, version: search.version };
  return { kind: 'missing', why: search.why, path: search.path };
}

/** The machine, with the directories on the PATH that the person's shell would add, and without what belongs to the editor alone. */
async function makeSystem(): Promise<System> {
  const { nodeSystem } = await core.node();
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VSCODE_(?!PORTABLE)|ELECTRON_)/.test(name)));
  const separator = process.platform === 'win32' ? ';' : ':';
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const more = await programDirectories(nodeSystem({ env }));
  const path = [...new Set([...(env[name] ?? '').split(separator), ...more])].filter((directory) => directory !== '');
  return nodeSystem({ env: { ...env, [name]: path.join(separator) } });
}
