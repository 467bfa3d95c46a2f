import { window } from 'vscode';
import { core } from '../core.ts';
import type { Desk } from '../desk.ts';

/** Runs what a person has asked for, and says what went wrong and what to do. */
export async function orSaid(desk: Desk, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const text = await problemText(desk, error);
    const log = 'Show Log';
    const answer = await window.showErrorMessage(text, log);
    if (answer === log) desk.log.show();
  }
}

/** What went wrong, in words. A bug goes to the log, and the text says so. */
export async function problemText(desk: Desk, error: unknown): Promise<string> {
  const { SnapError, errorStack } = await core.words();
  if (error instanceof SnapError) return [error.message, error.hintFor('person') ?? ''].join(' ').trim();
  desk.log.error(errorStack(error));
  return 'Something went wrong inside Snap; its log says what. Please report it.';
}
