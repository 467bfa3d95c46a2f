import type { Learning, Intent } from '../../memory/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { Parts } from '../parts.ts';

/** What advice is based on. */
export type Sources = Pick<Parts, 'system' | 'workspace' | 'history' | 'knowledge' | 'tasks' | 'forecast'>;

export interface Question {
  readonly task?: string | undefined;
  readonly files: readonly WorkspacePath[];
  readonly intent?: Intent | undefined;
}

/** Something to consider, with the evidence. */
export interface Warning {
  /** `file`: one insight about all files that will be needed. */
  readonly kind: 'file' | 'learning' | 'violation' | 'risk';
  /** What to do, in a sentence that holds the evidence. */
  readonly text: string;
  /** Ids, counts and files: `learn_…`, `silent_catch x4`, `You will need src/a.ts (in 9 of 10 commits of src/b.ts)`. */
  readonly evidence: string;
}

export interface Advice {
  /** 0 to 100; 20 at most when nothing is known. */
  readonly confidence: number;
  /** One sentence: the text of the first warning, where there is one. */
  readonly recommendation: string;
  /** Most certain first. */
  readonly warnings: readonly Warning[];
  readonly learnings: readonly Learning[];
  /** Why each of them is named, by its id. */
  readonly reasons: ReadonlyMap<string, string>;
  readonly violations: readonly { readonly type: string; readonly count: number; readonly prevention: string }[];
  /** What the answer could not be based on; empty where nothing was missing. */
  readonly hint: string;
  readonly intent: Intent;
}

/** At most eight steps; each is a call of a tool of snap, or an existing file and what to do there. */
export interface Guide {
  readonly steps: readonly Step[];
  readonly confidence: number;
  readonly intent: Intent;
}

export type Step =
  | { readonly kind: 'call'; readonly tool: string; readonly arguments: Readonly<Record<string, unknown>>; readonly why: string }
  | { readonly kind: 'file'; readonly file: WorkspacePath; readonly what: string; readonly why: string };
