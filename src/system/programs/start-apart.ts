import { once } from 'node:events';
import type { Startable } from './program.ts';
import { withPath } from './startable.ts';

/** Starts a program that lives on by itself, such as the person's browser. @returns whether it could be started. */
export async function startApart(
  { file, path }: Startable,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  // Few commands start such a program, and loading this loads the network too.
  const { spawn } = await import('node:child_process');
  try {
    const child = spawn(file, args, { detached: true, stdio: 'ignore', env: withPath(env, path) });
    await once(child, 'spawn');
    child.unref();
    return true;
  } catch {
    // It cannot be started: the caller has another way.
    return false;
  }
}
