import { spawn } from 'node:child_process';

/**
 * Kills a process group when snap itself is gone without having said that it is no longer needed: after SIGKILL nothing of snap runs any more.
 * A shell waits for that at the end of a pipe, in a group of its own. What left the group is not known to it. Nothing happens on Windows, and where
 * there is no shell.
 * @returns says that it is no longer needed.
 */
export function guardGroup(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const words = ['-c', 'read -r _ || kill -9 "-$1"', 'sh', String(pid)];
  const guardian = spawn('/bin/sh', words, { stdio: ['pipe', 'ignore', 'ignore'], detached: true, env: {}, cwd: '/' });
  guardian.on('error', () => undefined);
  guardian.stdin.on('error', () => undefined);
  guardian.unref();
  // A pipe is a socket, which its type does not say.
  if ('unref' in guardian.stdin && typeof guardian.stdin.unref === 'function') guardian.stdin.unref();
  return () => void guardian.stdin.end('\n');
}
