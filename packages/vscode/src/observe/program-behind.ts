import { dirname, join } from 'node:path';
import { core, type System } from '../core.ts';

/** A program of snap, as far as its files say. */
export interface FoundProgram {
  /** dist/main.js, every link followed. */
  readonly file: string;
  readonly version: string;
  /** The directory of the package. */
  readonly directory: string;
}

const maxScriptBytes = 8_192;

/**
 * The program of snap behind a file: the file itself, what a link leads to, or what a start script of a package manager names. `undefined` for
 * everything else, such as another program with the same name. Starts nothing.
 */
export async function programBehind(system: System, path: string): Promise<FoundProgram | undefined> {
  const seen = await system.look(path);
  if (seen === undefined) return undefined;
  if (seen.kind === 'directory') return programAt(system, join(path, 'dist', 'main.js'));
  if (seen.kind !== 'file') return undefined;
  const direct = await programAt(system, seen.target ?? path);
  if (direct !== undefined) return direct;
  for (const file of await namedInScript(system, path)) {
    const program = await programAt(system, file);
    if (program !== undefined) return program;
  }
  return undefined;
}

async function programAt(system: System, file: string): Promise<FoundProgram | undefined> {
  const real = (await system.look(file))?.target ?? file;
  if (!/[\\/]dist[\\/]main\.js$/.test(real) || (await system.look(real))?.kind !== 'file') return undefined;
  const directory = dirname(dirname(real));
  const { isRecord, jsonIn, textIn } = await core.system();
  const bytes = await system.readStart(join(directory, 'package.json'), 100_000);
  const manifest = bytes === undefined ? undefined : jsonIn(new TextDecoder().decode(bytes));
  if (!isRecord(manifest) || manifest['name'] !== 'snap-mcp') return undefined;
  const version = textIn(manifest['version']);
  return version === undefined ? undefined : { file: real, version, directory };
}

/** npm and pnpm write small scripts where the platform has no links; what they name is relative to the script. Volta keeps packages of its own. */
async function namedInScript(system: System, path: string): Promise<readonly string[]> {
  const directory = dirname(path);
  const beside = [
    join(directory, 'node_modules', 'snap-mcp', 'dist', 'main.js'),
    join(directory, '..', 'lib', 'node_modules', 'snap-mcp', 'dist', 'main.js'),
    join(directory, '..', 'tools', 'image', 'packages', 'snap-mcp', 'lib', 'node_modules', 'snap-mcp', 'dist', 'main.js'),
  ];
  const bytes = await system.readStart(path, maxScriptBytes);
  const text = bytes === undefined ? '' : new TextDecoder().decode(bytes);
  if (!/^(?:#!|@|:)/.test(text)) return beside;
  const named = [...text.matchAll(/["']?([^"'\s=]*snap-mcp[\\/]dist[\\/]main\.js)/g)].map(([, file = '']) =>
    file.replace(/^(?:\$basedir|%~dp0|%dp0%)[\\/]?/, `${directory}/`),
  );
  return [...named.map((file) => (system.platform === 'win32' ? file.replaceAll('/', '\\') : file)).map((file) => join(file)), ...beside];
}
