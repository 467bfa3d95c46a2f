import type { Layer, LayerEnd } from '../mode.ts';
import { runBuild } from '../programs/build/run-build.ts';
import { type CheckPrograms, programsOfCheck, usable } from '../programs/of-check.ts';
import { dependsOn, isBelow, type Package } from '../../workspace/packages/index.ts';
import type { Program } from '../programs/program.ts';
import type { Scope } from '../scope.ts';

/** The project's own build. It may write into the workspace, as it does when a person runs it. It installs nothing. */
export const build: Layer = {
  name: 'build',
  needs: ['files'],
  async find(scope, context, record): Promise<LayerEnd> {
    const all = await programsOfCheck(context);
    const chosen = chosenBuilds(all, scope);
    const isChosen = ({ directory }: Pick<Program, 'directory'>): boolean => chosen.includes(directory);
    const found = usable(all, 'build', 'no build found: no build script, and no project of a language that snap can build', isChosen);
    if (found.skipped !== undefined) return { skipped: found.skipped };
    const programs = inOrder(found.programs, all.packages);
    for (const program of programs) {
      context.signal.throwIfAborted();
      const end = await runBuild(context, all, program, record);
      if (end === 'failed') return undefined;
      if (end !== 'built') return end;
    }
    record.say(
      `Built with ${programs.map(({ directory, shown }) => `"${shown}"${directory === '' ? '' : ` in ${directory}`}`).join(', ')}.`,
    );
    return undefined;
  },
};

/**
 * The directories whose build runs: for the whole workspace that of the root, which builds its packages too, and of all packages where the root has
 * none; for some files that of the nearest package.
 */
function chosenBuilds({ found, files, missing }: CheckPrograms, scope: Scope): readonly string[] {
  const directories = [...found, ...missing].filter(({ purpose }) => purpose === 'build').map(({ directory }) => directory);
  if (scope.isWhole) return directories.includes('') ? [''] : directories;
  const nearest = files
    .filter((file) => scope.covers(file))
    .map((file) => directories.filter((directory) => isBelow(file, directory)).toSorted((a, b) => b.length - a.length)[0]);
  return [...new Set(nearest.filter((directory) => directory !== undefined))];
}

/** A package after those it depends on. */
function inOrder(programs: readonly Program[], packages: readonly Package[]): readonly Program[] {
  const packageAt = new Map(packages.map((one) => [one.directory, one]));
  const done: Program[] = [];
  const add = (program: Program, above: readonly Program[]): void => {
    if (done.includes(program) || above.includes(program)) return;
    const one = packageAt.get(program.directory);
    for (const other of programs) {
      const name = packageAt.get(other.directory)?.manifest['name'];
      if (one !== undefined && typeof name === 'string' && dependsOn(one, name)) add(other, [...above, program]);
    }
    done.push(program);
  };
  for (const program of programs) add(program, []);
  return done;
}
