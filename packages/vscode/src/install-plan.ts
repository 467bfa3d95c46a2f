// How the CLI is installed from its clone, as a command that a person can read. Pure.
import { cliPackage } from './cli-package.ts';

/** A program of others with a name of snap's: where it is, and what it is where that is known. */
export interface OtherProgram {
  readonly path: string;
  readonly what?: string;
}

export interface InstallFacts {
  /** The directory of the clone. */
  readonly clone: string;
  readonly home: string;
  readonly platform: string;
  /** Whether dist/main.js is there. */
  readonly isBuilt: boolean;
  /** Whether other programs have a name of snap's. */
  readonly hasOthers: boolean;
  /** A word as a shell reads it; `undefined` where no spelling is safe. */
  readonly word: (text: string) => string | undefined;
}

export interface InstallPlan {
  /** Runs in the clone. */
  readonly command: string;
  /** What it adds, as a sentence. */
  readonly adds: string;
  /** How it is taken back, as a sentence. */
  readonly removes: string;
}

/**
 * npm makes both programs of a package, `snap` and `snap-mcp`, and refuses where one is there; with `--force` it replaces it, which is never used. So where
 * another program is called `snap`, npm is not used: one link, which `ln` does not make where something is there. It is in ~/.local/bin, where the
 * extension looks and which most shells have on their PATH (https://specifications.freedesktop.org/basedir-spec/latest/, 2026-11-23).
 * @returns `undefined` where that cannot be done: on Windows, where links are not for everyone, and where a path has no safe spelling.
 */
export function installPlan({ clone, hasOthers, home, isBuilt, platform, word }: InstallFacts): InstallPlan | undefined {
  const build = isBuilt ? [] : ['npm install'];
  if (!hasOthers)
    return {
      command: [...build, 'npm install -g .'].join(' && '),
      adds: 'It adds the programs "snap" and "snap-mcp" to the directory in which npm keeps programs. Both lead to this clone, so keep it.',
      removes: `Remove them with: npm uninstall -g ${cliPackage}`,
    };
  const bin = `${home}/.local/bin`;
  const link = `${bin}/${cliPackage}`;
  const [directory, from, to] = [word(bin), word(`${clone}/dist/main.js`), word(link)];
  if (platform === 'win32' || directory === undefined || from === undefined || to === undefined) return undefined;
  return {
    command: [...build, `mkdir -p ${directory}`, `ln -s ${from} ${to}`].join(' && '),
    adds: `It adds one link, ${link.replace(home, '~')}, which leads to this clone, so keep it. Nothing that is called "snap" is touched.`,
    removes: `Remove it with: rm ${to}`,
  };
}
