import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a program that lives on by itself, such as the person's browser. @returns whether it could be started. */
export async function startApart(command: string, args: readonly string[]): Promise<boolean> {
  try {
    const child = spawn(command, args, { detached: true, stdio: 'ignore' });
    await once(child, 'spawn');
    child.unref();
    return true;
  } catch {
    // There is no such program: the caller has another way.
    return false;
  }
}
