import type { WorkspacePath } from '../workspace/index.ts';

/** Whether a file is one of these paths, or below one of them; `.` is the workspace. Without any path every file is. */
export function isAmong(file: WorkspacePath, paths: readonly WorkspacePath[]): boolean {
  return paths.length === 0 || paths.some((path) => path === '.' || file === path || file.startsWith(`${path}/`));
}
