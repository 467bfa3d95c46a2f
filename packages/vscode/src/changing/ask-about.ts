import { commands, Disposable } from 'vscode';
import { say } from '../say.ts';
import type { ShownChanges } from './shown-changes.ts';

const context = 'snap.asksAboutChange';
const no = 'Cancel';

/** Ends the question that is open, with the answer of the person; `undefined` while there is none. */
let end: ((isYes: boolean) => void) | undefined;

/** The two buttons in the title of the shown changes. They are there, and in the palette, while a question is open. */
export function registerAsking(): Disposable {
  return Disposable.from(
    commands.registerCommand('snap.applyShownChange', () => end?.(true)),
    commands.registerCommand('snap.cancelShownChange', () => end?.(false)),
  );
}

/**
 * Asks about changes that are shown, and closes them. The editor hides a message after some seconds, before a person has read a change; so the
 * buttons in the title give the same answers. A newer question is about changes that are shown instead: it answers an open one with no.
 */
export async function askAbout(shown: ShownChanges, question: string, yes: string): Promise<boolean> {
  end?.(false);
  let isOpen = true;
  let isByTitle = false;
  const byTitle = new Promise<boolean>((settle) => {
    end = (isYes) => {
      isByTitle = true;
      settle(isYes);
    };
  });
  const own = end;
  const byMessage = say.info(question, yes, no).then(async (picked) => {
    // The message stays in the list behind the bell.
    if (picked === yes && !isOpen) await say.info('This question was answered before, so nothing was done now.');
    return picked === yes;
  });
  void commands.executeCommand('setContext', context, true);
  try {
    return await Promise.race([byMessage, byTitle]);
  } finally {
    isOpen = false;
    // The message cannot be taken away by itself; with its buttons it would look as if the question were open.
    if (isByTitle) void commands.executeCommand('notifications.hideToasts');
    if (end === own) {
      end = undefined;
      void commands.executeCommand('setContext', context, false);
    }
    await shown.close();
  }
}
