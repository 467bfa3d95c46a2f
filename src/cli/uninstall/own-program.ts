import type { Program } from '../command.ts';

/** How a person removes the program itself, which cannot do that while it runs. */
export function programText({ file }: Pick<Program, 'file'>): string {
  const isInstalled = /[\\/]node_modules[\\/]snap-mcp[\\/]/.test(file);
  const isTemporary = /[\\/]_npx[\\/]/.test(file);
  if (isTemporary) return `The program is in npm's cache (${file}), which npm empties by itself.`;
  return isInstalled
    ? `The program itself (${file}) is removed with: npm uninstall -g snap-mcp`
    : `The program itself runs from ${file}. If it was installed from there: npm uninstall -g snap-mcp. Then delete the directory.`;
}
