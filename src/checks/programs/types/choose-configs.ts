import { posix } from 'node:path';
import { type WorkspacePath, directoryOf } from '../../../workspace/index.ts';
import { isBelow } from '../../../workspace/packages/index.ts';

/** Beyond this a check of everything would take longer than anybody waits. */
const maxConfigs = 40;

/**
 * The tsconfig.json files to be checked: for named or changed files the nearest above each; for the whole workspace that of the root, else the
 * topmost ones.
 * @param wanted files and directories; `undefined` for the whole workspace.
 */
export function chooseConfigs(files: readonly WorkspacePath[], wanted: readonly WorkspacePath[] | undefined): readonly WorkspacePath[] {
  const configs = files.filter((file) => posix.basename(file) === 'tsconfig.json');
  if (wanted === undefined) return topmost(configs).slice(0, maxConfigs);
  const isDirectory = (path: WorkspacePath): boolean => path === '' || path === '.' || files.some((file) => file.startsWith(`${path}/`));
  const chosen = wanted.flatMap((path) => {
    if (path === '.' || path === '') return topmost(configs);
    const above = nearest(configs, path);
    if (!isDirectory(path)) return isCode.test(path) ? above : [];
    const own = configs.filter((config) => config === `${path}/tsconfig.json`);
    return own.length > 0 ? own : [...above, ...topmost(configs.filter((config) => isBelow(config, path)))];
  });
  return [...new Set(chosen)].toSorted().slice(0, maxConfigs);
}

const isCode = /\.([cm]?[jt]sx?|json|vue|svelte)$/;

function nearest(configs: readonly WorkspacePath[], path: WorkspacePath): readonly WorkspacePath[] {
  const above = configs.filter((config) => isBelow(path, directoryOf(config)));
  return above.toSorted((a, b) => b.length - a.length).slice(0, 1);
}

/** Those without another one above them. */
function topmost(configs: readonly WorkspacePath[]): readonly WorkspacePath[] {
  return configs.filter(
    (config) =>
      !configs.some(
        (other) => other !== config && isBelow(directoryOf(config), directoryOf(other)) && directoryOf(config) !== directoryOf(other),
      ),
  );
}
