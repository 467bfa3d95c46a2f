import { joinPath, programName } from '../../../machine/index.ts';
import type { Setup } from '../../setup.ts';
import type { CommandEntry } from './command-entries.ts';
import { behindCmd } from './shells.ts';

type Around = Pick<Setup, 'env' | 'facts' | 'home'> & Partial<Pick<Setup, 'listings'>>;

/** The package that an entry starts with npx, without its version; `undefined` for other entries. */
export function npxPackage({ command }: CommandEntry): string | undefined {
  const [program, ...args] = behindCmd([command.command, ...command.args]);
  if (program === undefined || programName(program) !== 'npx') return undefined;
  for (const [i, word] of args.entries()) {
    const named = /^--package=(.+)$/.exec(word)?.[1] ?? (/^(-p|--package)$/.test(word) ? args[i + 1] : undefined);
    if (named !== undefined) return withoutVersion(named);
    if (!word.startsWith('-')) return withoutVersion(word);
  }
  return undefined;
}

function withoutVersion(text: string): string | undefined {
  return /^(@[\w.-]+\/[\w.-]+|[\w.-]+)(?:@.*)?$/.exec(text)?.[1];
}

/** The directory in which npx keeps a directory for each set of packages: https://docs.npmjs.com/cli/v11/using-npm/config#cache */
export function npxCache({ env, facts, home }: Around): string {
  const { platform } = facts;
  const given = env['npm_config_cache'] ?? env['NPM_CONFIG_CACHE'];
  const local = env['LOCALAPPDATA'] ?? joinPath(home, String.raw`AppData\Local`, platform);
  const cache = given ?? (platform === 'win32' ? joinPath(local, 'npm-cache', platform) : `${home}/.npm`);
  return joinPath(cache, '_npx', platform);
}

/** The directories of modules that may hold a package; to be listed once the cache is. */
export function* npxModules(entries: readonly CommandEntry[], setup: Around): Generator<string> {
  const cache = npxCache(setup);
  const scopes = new Set(entries.flatMap((entry) => /^(@[^/]+)\//.exec(npxPackage(entry) ?? '')?.[1] ?? []));
  for (const name of setup.listings?.get(cache) ?? []) {
    if (!/^[0-9a-f]{8,}$/.test(name)) continue;
    const modules = joinPath(joinPath(cache, name, setup.facts.platform), 'node_modules', setup.facts.platform);
    yield modules;
    for (const scope of scopes)
      if (setup.listings?.get(modules)?.includes(scope) === true) yield joinPath(modules, scope, setup.facts.platform);
  }
}

/** The directory of the cache that holds the package and an update of npm's that was not finished: `name` and `.name-XXXXXXXX`. */
export function unfinishedUpdate(name: string, setup: Around): { readonly directory: string; readonly left: string } | undefined {
  const { listings } = setup;
  const { platform } = setup.facts;
  const cache = npxCache(setup);
  const [scope, bare = name] = name.startsWith('@') ? name.split('/') : [undefined, name];
  for (const hash of listings?.get(cache) ?? []) {
    const directory = joinPath(cache, hash, platform);
    const modules = joinPath(directory, 'node_modules', platform);
    const inScope = scope === undefined ? undefined : listings?.get(joinPath(modules, scope, platform));
    const names = listings?.get(modules) ?? [];
    if (!(inScope ?? (scope === undefined ? names : [])).includes(bare)) continue;
    for (const list of [inScope ?? [], names]) {
      const left = list.find((one) => {
        const retired = /^\.(.+)-[A-Za-z0-9]{8}$/.exec(one)?.[1];
        return retired !== undefined && list.includes(retired);
      });
      if (left !== undefined) return { directory, left };
    }
  }
  return undefined;
}
