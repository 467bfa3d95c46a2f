import { basename, dirname, isAbsolute, join } from 'node:path';
import { core, type System } from '../core.ts';

/** A version manager may read the network's answer from its cache, or wait for a lock. */
const maxMs = 5_000;
const maxBytes = 10_000;

/**
 * Which file a start script of a version manager runs.
 * @param directories where asdf is looked for, when its script does not say where it is.
 * @returns `undefined` where it is no such script, or the version manager names none in time.
 */
export type AskShim = (system: System, path: string, directories: readonly string[]) => Promise<string | undefined>;

/**
 * Asks the version manager itself, from the home directory, so that the files of a project do not decide. The program of the name is not started.
 * mise makes links to itself, named after the programs: https://mise.jdx.dev/dev-tools/shims.html, and `mise which` prints the file:
 * https://docs.rs/crate/mise/2024.1.25/source/src/cli/which.rs. asdf makes scripts with the line `exec asdf exec "<name>" "$@"`, and `asdf which` prints
 * the file: https://asdf-vm.com/manage/commands.html (all 2026-11-23).
 */
export const askVersionManager: AskShim = async (system, path, directories) => {
  const name = basename(path);
  const manager = await managerOf(system, path, name, directories);
  if (manager === undefined) return undefined;
  const { env, home: cwd } = system;
  let text = '';
  const { startableFile } = await core.system();
  const run = await system.spawn(await startableFile(system, manager, { workspace: undefined }), ['which', name], {
    cwd,
    env: Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))),
    maxMs,
    onOutput: (bytes) => void (text = `${text}${new TextDecoder().decode(bytes)}`.slice(-maxBytes)),
    onErrorOutput: () => undefined,
  });
  run.endInput();
  await run.ended;
  await run.kill();
  const line = text.split('\n').findLast((each) => each.trim() !== '');
  return line !== undefined && isAbsolute(line.trim()) ? line.trim() : undefined;
};

async function managerOf(system: System, path: string, name: string, directories: readonly string[]): Promise<string | undefined> {
  const { target } = (await system.look(path)) ?? {};
  if (target !== undefined && basename(target) === 'mise') return target;
  const bytes = await system.readStart(path, maxBytes);
  const [, program = ''] =
    /^\s*exec\s+"?([^"\s]*asdf)"?\s+exec\s+"?([\w-]+)"?/m.exec(bytes === undefined ? '' : new TextDecoder().decode(bytes)) ?? [];
  if (program === '' || !names.has(name)) return undefined;
  if (isAbsolute(program)) return program;
  const { findProgram } = await core.machine();
  for (const directory of [join(dirname(path), '..', 'bin'), ...directories]) {
    const found = await findProgram(system, 'asdf', directory);
    if (found !== undefined) return found;
  }
  return undefined;
}

const names: ReadonlySet<string> = new Set(['snap', 'snap-mcp']);

/** The answers, each asked for once: starting a version manager takes a while, and every look at the gates asks. */
export interface KeptShims {
  readonly ask: AskShim;
  /** The person may have changed something: the next question is asked again. */
  forget(): void;
}

export function keptShims(ask: AskShim): KeptShims {
  const answers = new Map<string, Promise<string | undefined>>();
  return {
    async ask(system, path, directories) {
      const known = answers.get(path);
      const file = await known;
      // What it named may be gone since, with that version of Node.js.
      if (known !== undefined && (file === undefined || (await system.look(file)) !== undefined)) return file;
      const asked = ask(system, path, directories).catch(() => undefined);
      answers.set(path, asked);
      return asked;
    },
    forget: () => answers.clear(),
  };
}
