import { defineDiagnostic, type Setup } from '../diagnostic.ts';
import { commandNode } from '../edit.ts';
import { commandEntries, startSeverity, type CommandEntry } from '../judging/programs/command-entries.ts';
import { pathForMessage } from '../judging/wording.ts';
import { joinPath, programName } from '../../machine/index.ts';
import { behindCmd } from '../judging/programs/known-programs.ts';

/** Seen in https://github.com/plur-ai/plur/issues/234; npm: https://github.com/npm/cli/issues/4828 */
export default defineDiagnostic({
  id: 'npx-cache-left',
  severity: 'warning',
  summary: 'An update that npx did not finish is left in its cache, so the next one fails.',
  *lists(setup) {
    if (withNpx(setup).length > 0) yield npxCache(setup);
  },
  listsBelow: (setup) => npxModules(withNpx(setup), setup),
  *detect(setup) {
    for (const entry of withNpx(setup)) {
      // The answer to a call says more.
      if (entry.live.length > 0) continue;
      const name = npxPackage(entry);
      const found = name === undefined ? undefined : unfinishedUpdate(name, setup);
      if (found === undefined) continue;
      const directory = pathForMessage(setup, found.directory);
      yield {
        entry,
        severity: startSeverity(entry, 'warning'),
        span: commandNode(entry),
        message: `npx keeps "${name}", which "${entry.entry.name}" starts, in ${directory}, where an update was not finished ("${found.left}" is left): the next update of it ends with ENOTEMPTY, and the server does not start.`,
        hint: `Delete this one directory, which npx makes again: ${directory}`,
      };
    }
  },
});

function withNpx(setup: Pick<Setup, 'entries'>): readonly CommandEntry[] {
  return commandEntries(setup).filter((entry) => npxPackage(entry) !== undefined);
}

type Around = Pick<Setup, 'env' | 'facts' | 'home'> & Partial<Pick<Setup, 'listings'>>;

/** The package that an entry starts with npx, without its version; `undefined` for other entries. */
function npxPackage({ command }: CommandEntry): string | undefined {
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
function npxCache({ env, facts, home }: Around): string {
  const { platform } = facts;
  const given = env['npm_config_cache'] ?? env['NPM_CONFIG_CACHE'];
  const local = env['LOCALAPPDATA'] ?? joinPath(home, String.raw`AppData\Local`, platform);
  const cache = given ?? (platform === 'win32' ? joinPath(local, 'npm-cache', platform) : `${home}/.npm`);
  return joinPath(cache, '_npx', platform);
}

/** The directories of modules that may hold a package; to be listed once the cache is. */
function* npxModules(entries: readonly CommandEntry[], setup: Around): Generator<string> {
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
function unfinishedUpdate(name: string, setup: Around): { readonly directory: string; readonly left: string } | undefined {
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
