import { join } from 'node:path';
import type { System } from '../core.ts';

/**
 * Where package and version managers put programs. An editor that was started from the desktop has a PATH without most of them, because the
 * person's shell adds them: https://github.com/microsoft/vscode/blob/main/src/vs/platform/shell/node/shellEnv.ts (2026-11-22).
 */
export async function programDirectories(system: System): Promise<readonly string[]> {
  const { platform, env, home } = system;
  const set = (name: string, ...more: readonly string[]): readonly string[] => {
    const value = env[name];
    return value === undefined || value === '' ? [] : [join(value, ...more)];
  };
  const at = (...names: readonly string[]): string => join(home, ...names);
  if (platform === 'win32') {
    return [
      ...set('NVM_SYMLINK'),
      ...set('PNPM_HOME'),
      ...set('APPDATA', 'npm'),
      ...set('LOCALAPPDATA', 'pnpm'),
      ...set('LOCALAPPDATA', 'Volta', 'bin'),
      ...set('ProgramFiles', 'nodejs'),
    ];
  }
  return [
    ...set('NVM_BIN'),
    ...set('PNPM_HOME'),
    ...set('NPM_CONFIG_PREFIX', 'bin'),
    ...set('npm_config_prefix', 'bin'),
    ...(await prefixOf(system)),
    at('.npm-global', 'bin'),
    at('.npm-packages', 'bin'),
    at('.local', 'bin'),
    at('n', 'bin'),
    at('.volta', 'bin'),
    at('.bun', 'bin'),
    at('.yarn', 'bin'),
    at('.local', 'share', 'pnpm'),
    at('Library', 'pnpm'),
    at('.asdf', 'shims'),
    at('.local', 'share', 'mise', 'shims'),
    ...(await versions(system, at('.nvm', 'versions', 'node'), 'bin')),
    ...(await versions(system, at('.local', 'share', 'fnm', 'node-versions'), 'installation', 'bin')),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/usr/bin',
  ];
}

/** `prefix` in ~/.npmrc: https://docs.npmjs.com/cli/v11/using-npm/config#prefix (2026-11-22). */
async function prefixOf({ home, readStart }: System): Promise<readonly string[]> {
  const bytes = await readStart(join(home, '.npmrc'), 100_000);
  const prefix = bytes === undefined ? undefined : /^\s*prefix\s*=\s*(.+?)\s*$/m.exec(new TextDecoder().decode(bytes))?.[1];
  if (prefix === undefined) return [];
  return [join(prefix.replace(/^["']|["']$/g, '').replace(/^(?:~|\$\{HOME\})(?=\/)/, home), 'bin')];
}

/** One directory for each installed version, the newest first. */
async function versions({ list }: System, directory: string, ...inner: readonly string[]): Promise<readonly string[]> {
  const names = (await list(directory)) ?? [];
  return names.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true })).map((name) => join(directory, name, ...inner));
}
