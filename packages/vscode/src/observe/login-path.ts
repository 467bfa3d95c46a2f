import { core, type System } from '../core.ts';

const mark = '__snap_path__';
/** Start files of shells may ask the network or wait for a person. */
const maxMs = 5_000;
const maxBytes = 1_000_000;

/** The PATH of the person's login shell, which their start files make; `undefined` where it does not say in time. Starts the shell. */
export async function loginPath(system: System): Promise<string | undefined> {
  const shell = system.env['SHELL'] ?? '';
  if (system.platform === 'win32' || !/^\/.*\/(?:ba|z|da|k|fi)?sh$/.test(shell)) return undefined;
  const { env, home: cwd } = system;
  let text = '';
  const { startableFile } = await core.system();
  const run = await system.spawn(
    await startableFile(system, shell, { workspace: undefined }),
    ['-ilc', `printf '${mark}%s${mark}' "$PATH"`],
    {
      cwd,
      env: Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
      maxMs,
      onOutput: (bytes) => void (text = `${text}${new TextDecoder().decode(bytes)}`.slice(-maxBytes)),
      onErrorOutput: () => undefined,
    },
  );
  run.endInput();
  await run.ended;
  await run.kill();
  return text.split(mark)[1];
}

/** The answer of the login shell, asked for once. */
export interface KeptLoginPath {
  read(): Promise<string | undefined>;
  /** Something may have changed it: the next {@link read} asks again. */
  forget(): void;
}

/** A missing answer is kept too, because it takes seconds to find out. */
export function keptLoginPath(ask: () => Promise<string | undefined>): KeptLoginPath {
  let kept: Promise<string | undefined> | undefined;
  return {
    read() {
      if (kept !== undefined) return kept;
      const asked = ask();
      kept = asked;
      // A shell that could not be started is no answer.
      asked.catch(() => {
        if (kept === asked) kept = undefined;
      });
      return asked;
    },
    forget: () => void (kept = undefined),
  };
}
