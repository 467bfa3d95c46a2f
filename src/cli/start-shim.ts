import { resolve } from 'node:path';
import { delayOptimizing, SnapError } from '../system/index.ts';
import { runShim, runWithoutRemote, targetOf, type ShimOptions } from '../shim/index.ts';
import type { Program } from './command.ts';
import { exit } from './exit.ts';
import { stopSignal, tellPerson } from './process-life.ts';

export interface ShimWords {
  readonly url?: string;
  readonly workspace?: string;
  readonly headers: readonly string[];
}

/**
 * Starts it when its options are spelled as entries spell them, without the parser of all commands.
 * @returns false where that parser has to read or to explain them.
 */
export async function startPlainShim(program: Program, args: readonly string[]): Promise<boolean> {
  const words = plainWords(args);
  if (words === undefined) return false;
  try {
    return await startShim(program, words, delayOptimizing);
  } catch (error) {
    if (error instanceof SnapError) return false;
    throw error;
  }
}

function plainWords(args: readonly string[]): ShimWords | undefined {
  const words: { url?: string; workspace?: string; headers: string[] } = { headers: [] };
  for (let i = 0; i < args.length; i += 2) {
    const value = args[i + 1];
    if (value === undefined || value.startsWith('-')) return undefined;
    if (args[i] === '--url') words.url = value;
    else if (args[i] === '--workspace') words.workspace = value;
    else if (args[i] === '--header') words.headers.push(value);
    else return undefined;
  }
  return words;
}

/**
 * `snap mcp shim`: joins one assistant with a remote server, then ends the process.
 * @param onLoaded called when all code of it is loaded: V8 takes no kept code under other settings, so they change here and not earlier.
 * @throws SnapError for an address or a header that cannot be used.
 */
export async function startShim(
  { version }: Program,
  { url, workspace, headers }: ShimWords,
  onLoaded: () => void = () => undefined,
): Promise<never> {
  const { env, stdin, stdout, stderr } = process;
  const target =
    url === undefined
      ? undefined
      : await targetOf({
          url,
          headers,
          env,
          workspace: workspace === undefined ? undefined : resolve(workspace),
          localToken,
        });
  process.on('SIGINT', () => process.exit(exit.interrupted));
  tellPerson();
  const options: ShimOptions = {
    input: stdin,
    output: stdout,
    signal: stopSignal(),
    maxOpeningMs,
    log: (text) => {
      // A client may close it.
      if (stderr.listenerCount('error') === 0) stderr.on('error', () => undefined);
      stderr.write(`${text}\n`);
    },
  };
  onLoaded();
  await (target === undefined ? runWithoutRemote(version, options) : runShim(target, options));
  // What was written last may still be on its way.
  await new Promise((done) =>
    stdout.writableLength === 0 || stdout.destroyed ? done(undefined) : stdout.write('', () => done(undefined)),
  );
  process.exit(exit.fine);
}

/** The token that the daemon has made for the programs of this user. Another program that has its port gets none. */
async function localToken(port: number): Promise<string | undefined> {
  const [{ nodeSystem }, files] = await Promise.all([import('../system/node.ts'), import('../daemon/local/local-files.ts')]);
  const system = nodeSystem();
  return files.boundPort(system) === String(port) ? files.localToken(system) : undefined;
}

/** From the person's own settings. Read when a server is slow, and not at each start. */
async function maxOpeningMs(): Promise<number> {
  const [{ nodeSystem }, { readSettings }] = await Promise.all([import('../system/node.ts'), import('../settings/index.ts')]);
  const { settings } = await readSettings(nodeSystem(), undefined);
  return settings.shim.initializeSeconds * 1000;
}
