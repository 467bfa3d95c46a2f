/**
 * Loads the chunks of dist/ the way `require` does, with the code that V8 made of them when they were built. Compiling takes half
 * of a short command's time. Code that another version of V8 made is refused by it, and then the chunk is compiled as ever.
 * https://nodejs.org/api/vm.html#scriptcachedproduces
 *
 * The build puts this function into dist/main.js as it is.
 * @param {string} directory of the chunks
 * @param {(path: string, script: import('node:vm').Script) => void} [note] told of every chunk, to keep its code
 */
module.exports = function createLoader(directory, note) {
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

  const load = (name) => {
    if (!name.startsWith('.')) return require(name);
    const path = `${directory}/${name.slice(name.lastIndexOf('/') + 1)}`;
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(path, module);
    const cachedData = codeOf(path);
    const script = new Script(textOf(path), cachedData === undefined ? { filename: path } : { filename: path, cachedData });
    note?.(path, script);
    script.runInThisContext()(module.exports, load, module, path);
    return module.exports;
  };
  return load;
};
