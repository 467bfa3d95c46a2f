import { defineDiagnostic, type Setup } from '../diagnostic.ts';
import { commandEntries, startSeverity, type CommandEntry } from '../judging/programs/command-entries.ts';
import { programName } from '../../machine/index.ts';

/** Where Docker and its replacements listen: https://docs.docker.com/engine/daemon/remote-access, and the pages of Colima, OrbStack and Rancher Desktop. */
function sockets({ env, facts, home }: Pick<Setup, 'env' | 'facts' | 'home'>): readonly string[] {
  const below = ['.docker/run', '.docker/desktop', '.colima/default', '.colima', '.orbstack/run', '.rd', '.lima/docker/sock'];
  const runtime = env['XDG_RUNTIME_DIR'];
  return [
    '/var/run/docker.sock',
    '/run/docker.sock',
    ...below.map((directory) => `${home}/${directory}/docker.sock`),
    ...(runtime === undefined || facts.platform !== 'linux' ? [] : [`${runtime}/docker.sock`]),
  ];
}

/** Contexts whose sockets are known. Another one may be on another machine. */
const knownContexts = ['', 'default', 'desktop-linux', 'colima', 'orbstack', 'rancher-desktop', 'rootless'];

export default defineDiagnostic({
  id: 'docker-not-running',
  severity: 'warning',
  summary: 'An entry starts a container, and Docker is not running.',
  *looks(setup) {
    if (concerned(setup).length > 0) yield* sockets(setup);
  },
  *reads(setup) {
    if (concerned(setup).length > 0) yield contextFile(setup);
  },
  *detect(setup) {
    const entries = concerned(setup);
    if (entries.length === 0 || isElsewhere(setup)) return;
    const places = sockets(setup);
    if (places.some((path) => isThere(path, setup))) return;
    for (const entry of entries) {
      yield {
        entry,
        severity: startSeverity(entry, 'warning'),
        message: `"${entry.entry.name}" starts a container, and Docker is not running: it has no socket (${places[0]}, ~/.docker/run/docker.sock and the like).`,
        hint: `Start Docker, then ${entry.client.name}.`,
      };
    }
  },
});

/** Entries that run a container on this machine and were not called: the answer to a call says more. */
function concerned(setup: Pick<Setup, 'entries' | 'facts' | 'env'>): readonly CommandEntry[] {
  // On Windows Docker listens at a pipe, which cannot be looked at.
  if (setup.facts.platform === 'win32' || hasAddress(setup.env)) return [];
  return commandEntries(setup).filter(({ command, entry, live }) => {
    if (live.length > 0 || programName(command.command) !== 'docker' || command.inClient === undefined) return false;
    if (!['run', 'exec', 'start', 'mcp', 'compose'].includes(command.args[0] ?? '')) return false;
    return entry.server.kind === 'command' && !hasAddress(Object.fromEntries(entry.server.env));
  });
}

function hasAddress(env: Setup['env']): boolean {
  return (env['DOCKER_HOST'] ?? '') !== '' || (env['DOCKER_CONTEXT'] ?? '') !== '';
}

function contextFile({ home }: Pick<Setup, 'home'>): string {
  return `${home}/.docker/config.json`;
}

function isElsewhere(setup: Setup): boolean {
  const context = /"currentContext"\s*:\s*"([^"]*)"/.exec(setup.texts.get(contextFile(setup)) ?? '')?.[1] ?? '';
  return !knownContexts.includes(context);
}

/** A link that leads nowhere is what Docker Desktop leaves when it ends. */
function isThere(path: string, { seen }: Setup): boolean {
  const found = seen.get(path);
  return found !== undefined && found.kind !== 'dangling-link';
}
