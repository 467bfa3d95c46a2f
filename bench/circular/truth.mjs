// The edges between the files of a directory as TypeScript's own scanner and resolver find them.
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** The project's own compiler, which is found where that of the bench is not installed, offers no resolver. */
export const isInstalled = typeof ts.createModuleResolutionCache === 'function';

/** @param directory absolute. @param files from there. */
export function trueEdges(directory, files) {
  const known = new Set(files);
  const configs = new Map();
  const optionsFor = (folder) => {
    if (configs.has(folder)) return configs.get(folder);
    const path = ts.findConfigFile(folder, (file) => file.startsWith(directory) && ts.sys.fileExists(file));
    const read =
      path === undefined
        ? undefined
        : ts.getParsedCommandLineOfConfigFile(path, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} });
    const options = { allowJs: true, resolveJsonModule: true, ...read?.options, moduleResolution: ts.ModuleResolutionKind.Bundler };
    configs.set(folder, options);
    return options;
  };
  const cache = ts.createModuleResolutionCache(directory, (name) => name);
  const edges = new Set();
  for (const file of files) {
    const path = join(directory, file);
    // `declare module './a'` adds types to a module: no import.
    const text = (ts.sys.readFile(path) ?? '').replaceAll(/^\s*declare module\s+['"][^'"]*['"]/gm, '');
    const { importedFiles } = ts.preProcessFile(text, true, true);
    for (const { fileName } of importedFiles) {
      const found = ts.resolveModuleName(fileName, path, optionsFor(dirname(path)), ts.sys, cache).resolvedModule?.resolvedFileName;
      const declared = found === undefined ? undefined : relative(directory, found);
      // What runs is the script beside a declaration file.
      const script = declared?.replace(/\.d\.([cm]?)ts$/, '.$1js');
      const to = script !== undefined && known.has(script) ? script : declared;
      if (to !== undefined && known.has(to)) edges.add(`${file} ${to}`);
    }
  }
  return edges;
}
