import { languageOf } from '../code/index.ts';
import { count } from '../system/index.ts';
import type { WorkspacePath } from '../workspace/index.ts';

/** A file that a layer was to examine and did not. */
export interface LeftFile {
  readonly path: WorkspacePath;
  /** In words that follow a colon. */
  readonly reason: string;
}

/** Code of one language that a layer did not examine. */
export interface Unexamined {
  readonly language: string;
  readonly files: number;
  readonly reason: string;
}

/** Groups files by language and reason, most files first. What is no code counts for nothing. */
export function byLanguage(left: readonly LeftFile[]): readonly Unexamined[] {
  const groups = new Map<string, { language: string; files: number; reason: string }>();
  for (const { path, reason } of left) {
    const language = languageOf(path);
    if (language === undefined) continue;
    const key = `${language}\n${reason}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { language, files: 1, reason });
    else known.files += 1;
  }
  return [...groups.values()].toSorted((one, other) => other.files - one.files);
}

/** `12 files of Go were not examined: snap has no parser for it`, for each group; `undefined` where there is none. */
export function unexaminedText(groups: readonly Unexamined[]): string | undefined {
  if (groups.length === 0) return undefined;
  return groups
    .map(({ files, language, reason }) => `${count(files, 'file')} of ${language} ${files === 1 ? 'was' : 'were'} not examined: ${reason}`)
    .join('; ');
}
