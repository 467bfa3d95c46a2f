import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { keptCode } from './kept-code.ts';

type Exports = Record<string | symbol, unknown>;
type ChunkBody = (exports: Exports, load: Load, module: { exports: Exports }, filename: string) => void;
type Load = (name: string) => unknown;

/**
 * Loads the chunks of dist/ the way `require` does, with the code that V8 made of them in earlier runs: compiling takes half of a short command's time.
 * The build puts this function, with all that it imports, into dist/main.js (scripts/build.mjs).
 * https://nodejs.org/api/vm.html#scriptcreatecacheddata
 * @param directory of the chunks
 * @param packs files that hold several chunks, by the chunk with which each is read
 * @param outside for Node's own modules and packages
 */
export function createLoader(directory: string, packs: Readonly<Record<string, string>>, outside: NodeJS.Require): Load {
  const modules = new Map<string, { exports: Exports }>();
  const kept = keptCode(directory);

  const run = (file: string): unknown => {
    const path = `${directory}/${file}`;
    const source = bytesOf(path);
    const found = kept.read(file, source);
    // The bundle is ASCII.
    const script = new Script(
      source.toString('latin1'),
      found === undefined ? { filename: path } : { filename: path, cachedData: found.code },
    );
    if (found === undefined || found.isDue || script.cachedDataRejected === true) kept.note({ file, source, script, kept: found });
    return script.runInThisContext();
  };

  const parts = new Map<string, ChunkBody>();
  const partOf = (name: string): ChunkBody => {
    const pack = Object.hasOwn(packs, name) ? packs[name] : undefined;
    if (pack !== undefined) for (const [part, body] of Object.entries(run(pack) as Record<string, ChunkBody>)) parts.set(part, body);
    return parts.get(name) ?? (run(name) as ChunkBody);
  };

  // With node:crypto Node loads its streams: a tenth of a scan, which may never hash anything.
  const crypto = new Proxy({}, { get: (_, key) => (outside('node:crypto') as Exports)[key] });

  const load = (name: string): unknown => {
    if (name === 'node:crypto') return crypto;
    if (!name.startsWith('.')) return outside(name) as unknown;
    const file = name.slice(name.lastIndexOf('/') + 1);
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    partOf(file)(module.exports, load, module, `${directory}/${file}`);
    return module.exports;
  };
  return load;
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    // As `import` says it: an update has taken the chunk away while the program ran.
    throw Object.assign(new Error(`${path} cannot be read`, { cause }), { code: 'ERR_MODULE_NOT_FOUND' });
  }
}
