import type { Job } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ModuleRecord } from '../module-record.ts';
import type { CommonModule } from './common-module.ts';

/** Two versions of a file of which one or none may be on the disk. */
export interface PlannedText {
  readonly path: WorkspacePath;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** A version of a module with its requests and symbols. */
export interface ReadModule extends ModuleRecord {
  /** What it offers and asks for by `require`; absent where it is no such module. */
  readonly common?: CommonModule | undefined;
}

export interface ReadText {
  readonly before?: ReadModule | undefined;
  readonly after?: ReadModule | undefined;
  /** Names that the first version declares or imports, that the second one does not, and that it still uses. */
  readonly gone: readonly GoneName[];
}

export interface GoneName {
  readonly name: string;
  readonly line: number;
  readonly isImport: boolean;
}

/** Reads modules from texts in the worker: read-texts.ts. In the order of the files. */
export const readTextsJob: Job<readonly PlannedText[], readonly ReadText[]> = { name: 'code/read-texts' };
