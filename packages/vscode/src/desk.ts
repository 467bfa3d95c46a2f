import type { ExtensionContext, LogOutputChannel } from 'vscode';
import type { System } from './core.ts';

/** What every part of the extension works with. */
export interface Desk {
  readonly context: ExtensionContext;
  /** What went wrong, for the person who asks. Never a token, never the content of a file. */
  readonly log: LogOutputChannel;
  /** The machine on which the extension runs; where the workspace is remote, that machine. */
  system(): Promise<System>;
  /** The first folder of the workspace; `undefined` where none is open. */
  folder(): string | undefined;
}
