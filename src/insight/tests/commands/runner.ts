import { shellWord } from '../../../system/index.ts';
import type { WorkspacePath } from '../../../workspace/index.ts';
import type { ProjectReader } from './project-reader.ts';

/** What runs one test, and the file of the project that says so. */
export interface Runner {
  /** Tests with equal ids run in one command. */
  readonly id: string;
  /** Where the command runs; empty for the root. */
  readonly folder: WorkspacePath;
  /** The file of the project that the command is taken from, and what it says, where its being there is not all: `script "unit" runs borp`. */
  readonly file: WorkspacePath;
  readonly says?: string | undefined;
  /** The command for exactly these tests, from the root of the workspace; without any for all that the runner has. */
  command(tests: readonly WorkspacePath[]): Promise<string | undefined> | string | undefined;
}

/** What runs a test, or what runs the tests of a file that is none; `undefined` where no file of the project says it. */
export type FindRunner = (reader: ProjectReader, file: WorkspacePath) => Promise<Runner | undefined>;

/** A name as one word of a POSIX shell. One that begins with a dash would be an option. */
export function word(text: string): string {
  return shellWord(text.startsWith('-') ? `./${text}` : text);
}

/** Names as words. */
export function words(texts: readonly string[]): string {
  return texts.map(word).join(' ');
}

/**
 * Whether a name can be shown in a command: one with a line break or a hidden character cannot, and one with a quote or a backslash would not survive being
 * quoted a second time in a sentence.
 */
export function canBeNamed(path: WorkspacePath): boolean {
  return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}'"\\]/u.test(path);
}

/** A path of the workspace as seen from a folder of it. */
export function below(folder: WorkspacePath, path: WorkspacePath): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}
