import type { WorkspacePath } from '../../workspace/index.ts';

/** Bounds of what is captured although it is ignored. */
export const missedBounds = { bytes: 64 * 1024, files: 200 } as const;

/** Names of files whose content is a secret by custom; asked of every file, so by lookup. */
const secretNames = new Set([
  '.env',
  '.envrc',
  '.npmrc',
  '.yarnrc',
  '.pypirc',
  '.netrc',
  '.git-credentials',
  '.dockercfg',
  'credentials',
  'credentials.json',
  'secrets.json',
  'secrets.toml',
  'secrets.yaml',
  'secrets.yml',
  '.htpasswd',
  '.pgpass',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
]);
const secretEnds = new Set(['env', 'pem', 'key', 'p8', 'p12', 'pfx', 'keystore', 'jks', 'tfvars', 'tfstate']);

/** Endings of sample files: they are in the repository to be copied, and hold no secret. */
const sampleEnds = new Set(['example', 'sample', 'template', 'dist', 'default', 'defaults']);

/** Settings of one person on one machine: ignored, and made by hand. */
const localNames = [/\.local$/, /\.local\.[^.]+$/, /^local\.(settings\.json|properties)$/, /\.tfvars(\.json)?$/, /\.user$/];

/** Directories of tools that are often ignored whole although a person wrote what is in them. */
const localDirectories = ['.vscode', '.claude', '.cursor', '.zed'];
const localDirectoryFile = /(^|\/)\.(vscode|claude|cursor|zed)\/(settings|tasks|launch|keymap|mcp)[^/]*\.jsonc?$/;

/** Whether contents of a file must not show, by its name. */
export function isSecretName(path: WorkspacePath): boolean {
  // On some disks `.ENV` is the same file.
  const name = nameOf(path).toLowerCase();
  const end = name.slice(name.lastIndexOf('.') + 1);
  if (secretNames.has(name) || (secretEnds.has(end) && end !== name)) return true;
  return name.startsWith('.env.') && !sampleEnds.has(end);
}

/** Whether an ignored file is one that a person would miss. */
export function isMissedWhenIgnored(path: WorkspacePath): boolean {
  const name = nameOf(path);
  return isSecretName(path) || name.startsWith('.env') || localNames.some((pattern) => pattern.test(name)) || localDirectoryFile.test(path);
}

export function isLocalDirectory(path: WorkspacePath): boolean {
  return localDirectories.includes(nameOf(path));
}

function nameOf(path: WorkspacePath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
