/**
 * Loads the chunks of dist/ the way `require` does, with the code that V8 made of them when they were built. Compiling takes half
 * of a short command's time. V8 rejects code that another version of it made, and then the chunk is compiled as usual.
 * https://nodejs.org/api/vm.html#scriptcachedproduces
 *
 * The build puts this function into dist/main.js as it is.
 * @param {string} directory of the chunks
 * @param {Readonly<Record<string, string>>} packs files that hold several chunks, by the chunk with which each is read
 * @param {(path: string, script: import('node:vm').Script) => void} [note] called for every chunk, to save its code
 */
module.exports = function createLoader(directory, packs, note) {
  const { readFileSync } = require('node:fs');
  const { Script } = require('node:vm');
  const modules = new Map();

  const codeOf = (path) => {
    try {
      return readFileSync(`${path}.code`);
    } catch {
      return undefined;
    }
  };

  const textOf = (path) => {
    try {
      // The bundle is ASCII.
      return readFileSync(path, 'latin1');
    } catch (cause) {
      // As `import` says it: an update has taken the chunk away while the program ran.
      throw Object.assign(new Error(`${path} cannot be read`, { cause }), { code: 'ERR_MODULE_NOT_FOUND' });
    }
  };

  const run = (file) => {
    const path = `${directory}/${file}`;
    const cachedData = codeOf(path);
    const script = new Script(textOf(path), cachedData === undefined ? { filename: path } : { filename: path, cachedData });
    note?.(path, script);
    return script.runInThisContext();
  };

  const parts = new Map();
  const partOf = (name) => {
    if (Object.hasOwn(packs, name)) for (const [part, body] of Object.entries(run(packs[name]))) parts.set(part, body);
    return parts.get(name) ?? run(name);
  };

  // With node:crypto Node loads its streams: a tenth of a scan, which may never hash anything.
  const crypto = new Proxy({}, { get: (_, key) => require('node:crypto')[key] });

  const load = (name) => {
    if (name === 'node:crypto') return crypto;
    if (!name.startsWith('.')) return require(name);
    const file = name.slice(name.lastIndexOf('/') + 1);
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    partOf(file)(module.exports, load, module, `${directory}/${file}`);
    return module.exports;
  };
  return load;
};
