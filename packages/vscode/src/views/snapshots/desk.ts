import { Uri } from 'vscode';
import type { Desk } from '../../desk.ts';
import type { Bench } from '../../bench/bench.ts';
import type { Snapshot, Words } from '../../core.ts';

/** What the commands about snapshots work with. */
export interface SnapshotDesk {
  readonly desk: Desk;
  readonly bench: Bench;
  readonly words: Words;
  /** The folder as the editor knows it; files of the workspace are below it. */
  readonly folder: string;
  /** Newest first. */
  snapshots(): Promise<readonly Snapshot[]>;
  /** Shows everything again. */
  refresh(): void;
}

/** The file of the workspace, as the editor has it open. */
export function fileUri(folder: string, path: string): Uri {
  return Uri.joinPath(Uri.file(folder), ...path.split('/'));
}
