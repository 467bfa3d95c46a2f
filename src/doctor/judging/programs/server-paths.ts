import type { NamedPath } from '../../setup.ts';
import type { CommandEntry } from './command-entries.ts';

/** Servers whose arguments are paths that have to exist. */
const servers: readonly {
  /** The word of the command line that names the server; what follows are its arguments. */
  readonly word: RegExp;
  readonly what: 'directory' | 'repository' | 'database';
  /** The options that a path follows; absent: every argument is a path. */
  readonly options?: readonly string[];
  /** What the server does about a missing path: `ends`, or makes it. */
  readonly whenMissing: 'ends' | 'makes it';
}[] = [
  // https://github.com/modelcontextprotocol/servers/blob/main/src/filesystem/index.ts (versions of 2025 end when none is there)
  { word: /(^|[\\/])(@modelcontextprotocol[\\/]server-filesystem|mcp-server-filesystem)(@|$)/, what: 'directory', whenMissing: 'ends' },
  // https://github.com/modelcontextprotocol/servers/blob/main/src/git/src/mcp_server_git/server.py
  { word: /(^|[\\/])mcp[-_]server[-_]git(@|==|$)/, what: 'repository', options: ['--repository', '-r'], whenMissing: 'ends' },
  // https://github.com/modelcontextprotocol/servers-archived/blob/main/src/sqlite/src/mcp_server_sqlite/server.py
  { word: /(^|[\\/])mcp[-_]server[-_]sqlite(@|==|$)/, what: 'database', options: ['--db-path'], whenMissing: 'makes it' },
];

/** The paths that a well-known server gets. */
export interface ServerPaths {
  readonly what: (typeof servers)[number]['what'];
  readonly whenMissing: (typeof servers)[number]['whenMissing'];
  readonly paths: readonly NamedPath[];
}

/** Undefined for other servers, and for those in a container, whose paths are the container's. */
export function serverPaths({ command }: CommandEntry): ServerPaths | undefined {
  const { args, paths } = command;
  if (/(^|[\\/])(docker|podman|nerdctl|ssh|wsl)(\.exe)?$/i.test(command.command)) return undefined;
  for (const { options, what, whenMissing, word } of servers) {
    const at = word.test(command.command) ? -1 : args.findIndex((arg) => word.test(arg));
    if (at === -1 && !word.test(command.command)) continue;
    const own = paths.filter(({ index, where }) => where === 'argument' && index !== undefined && index > at);
    const given = options === undefined ? own : own.filter(({ index = 0 }) => options.includes(args[index - 1] ?? ''));
    return { what, whenMissing, paths: given };
  }
  return undefined;
}
