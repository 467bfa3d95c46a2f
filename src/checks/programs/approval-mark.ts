import { createHash } from 'node:crypto';
import { isRecord, jsonIn, textIn, textsIn } from '../../system/index.ts';
import { readIdentity, type RepositoryIdentity } from '../../workspace/index.ts';
import type { Program } from './program.ts';

/** All that the approval of a program covers. The contents of the files that are listed may change without a new one. */
export interface ApprovalMark {
  /** The real path of the workspace. */
  readonly root: string;
  readonly repository: RepositoryIdentity;
  readonly tool: string;
  readonly directory: string;
  readonly shown: string;
  /** What runs, with every link followed. */
  readonly files: readonly string[];
  readonly configFiles: readonly string[];
  /** A hash of the names and texts: they may hold secrets. */
  readonly scripts: string;
  /** As in `Program.settings`; empty where there are none. */
  readonly settings: string;
}

export function markOf(root: string, repository: RepositoryIdentity, program: Program, files: readonly string[]): ApprovalMark {
  const { configFiles, directory, scripts, settings = '', shown, tool } = program;
  const hash = createHash('sha256').update(JSON.stringify(scripts)).digest('hex');
  return { root, repository, tool, directory, shown, files, configFiles, scripts: hash, settings };
}

export function markText(mark: ApprovalMark): string {
  return JSON.stringify(mark);
}

/** `undefined` for what is no mark, and for those of before, which said nothing of files and repository. */
export function readMark(text: string): ApprovalMark | undefined {
  const value = jsonIn(text);
  if (!isRecord(value)) return undefined;
  const repository = readIdentity(value['repository']);
  const [root, tool, directory, shown, scripts] = ['root', 'tool', 'directory', 'shown', 'scripts'].map((name) => textIn(value[name]));
  if (repository === undefined || root === undefined || tool === undefined || shown === undefined || scripts === undefined)
    return undefined;
  const [files, configFiles] = [textsIn(value['files']), textsIn(value['configFiles'])];
  return {
    root,
    repository,
    tool,
    directory: directory ?? '',
    shown,
    files,
    configFiles,
    scripts,
    settings: textIn(value['settings']) ?? '',
  };
}

/** What has changed between what was approved and what is there now, without the repository; `undefined` where nothing has. */
export function changeOf(was: ApprovalMark, now: ApprovalMark): string | undefined {
  if (was.shown !== now.shown) return `${now.tool} is now ${now.shown}; it was ${was.shown}`;
  if (was.files.join('\n') !== now.files.join('\n')) {
    const [gone, come] = [was.files.filter((file) => !now.files.includes(file)), now.files.filter((file) => !was.files.includes(file))];
    if (gone.length === 0 && come.length > 0) return `${now.tool} now also runs ${namesOf(come)}`;
    return `the program ${now.tool} is now ${namesOf(come.length > 0 ? come : now.files)}; it was ${namesOf(gone.length > 0 ? gone : was.files)}`;
  }
  if (was.configFiles.join('\n') !== now.configFiles.join('\n'))
    return `the config files of ${now.tool} are now ${namesOf(now.configFiles)}; they were ${namesOf(was.configFiles)}`;
  if (was.scripts !== now.scripts) return `the scripts of ${now.tool} have changed`;
  return was.settings === now.settings ? undefined : `the settings of what runs the scripts of ${now.tool} have changed`;
}

function namesOf(files: readonly string[]): string {
  const shown = files.slice(0, 3).join(', ');
  return files.length === 0 ? 'none' : files.length > 3 ? `${shown} and ${files.length - 3} more` : shown;
}
