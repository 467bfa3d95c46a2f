import { join, relative, sep } from 'node:path';
import type { System } from '../../system/index.ts';
import { repositoryOf, type Workspace } from '../../workspace/index.ts';

/** The repository of a workspace as a code host names it. */
export interface RemoteRepository {
  /** Which host's servers know it; `unknown`: a host of a company, whose name does not tell. */
  readonly host: 'github' | 'gitlab' | 'other' | 'unknown';
  /** `owner/name`; in GitLab with every group. */
  readonly path: string;
}

/** The remote repository, and where the workspace is inside it. */
export interface RemotePlace {
  readonly repository: RemoteRepository | undefined;
  /** Before each path of the workspace, with `/` at its end; empty at the top. */
  readonly prefix: string;
}

const maxConfigBytes = 256 * 1024;

/** Reads git's own configuration file; git is not started, and nothing of the remote's credentials is kept. */
export async function remotePlace(system: System, { root }: Pick<Workspace, 'root'>): Promise<RemotePlace> {
  const found = await repositoryOf(system, root);
  if (found === undefined) return { repository: undefined, prefix: '' };
  const inside = relative(found.root, root).split(sep).join('/');
  const bytes = await system.readStart(join(found.common ?? found.directory, 'config'), maxConfigBytes);
  const url = bytes === undefined ? undefined : remoteUrl(Buffer.from(bytes).toString('utf8'));
  return { repository: url === undefined ? undefined : parseRemote(url), prefix: inside === '' ? '' : `${inside}/` };
}

/** The address of `origin`, else of the first remote. https://git-scm.com/docs/git-config#_syntax */
export function remoteUrl(config: string): string | undefined {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) remote = /^\s*\[\s*remote\s+"((?:[^"\\]|\\.)*)"\s*\]/i.exec(line)?.[1];
    const url = remote === undefined ? undefined : /^\s*url\s*=\s*"?([^"\s;#]+)"?/i.exec(line)?.[1];
    if (remote !== undefined && url !== undefined && !urls.has(remote)) urls.set(remote, url);
  }
  return urls.get('origin') ?? [...urls.values()][0];
}

/** `git@host:owner/name.git`, `https://user:token@host/owner/name`, `ssh://git@host:22/owner/name`; `undefined` for a path on this machine. */
export function parseRemote(url: string): RemoteRepository | undefined {
  const scp = /^(?:[^@/:]+@)?([\w.-]+\.[\w-]+):(?!\/\/)\/?(.+)$/.exec(url);
  const parsed = scp === null && /^(https?|ssh|git):\/\//.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  const [host, raw] = scp !== null ? [scp[1], scp[2]] : [parsed?.hostname, parsed?.pathname];
  const path = raw?.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  if (host === undefined || host === '' || path === undefined || !/^[\w.~-]+(\/[\w.~-]+)+$/.test(path)) return undefined;
  return { host: hostOf(host.toLowerCase()), path };
}

function hostOf(host: string): RemoteRepository['host'] {
  if (/(^|[.-])github([.-]|$)/.test(host)) return 'github';
  if (/(^|[.-])gitlab([.-]|$)/.test(host)) return 'gitlab';
  return /(^|\.)(bitbucket\.org|codeberg\.org|sr\.ht|dev\.azure\.com|visualstudio\.com)$/.test(host) ? 'other' : 'unknown';
}
