import { commands, Disposable, window, workspace } from 'vscode';
import { core } from '../../core.ts';
import type { Desk } from '../../desk.ts';
import { toldErrors } from '../../tell-error.ts';
import type { Benches } from '../desk-bench.ts';
import { followFolder } from '../follow-folder.ts';
import { plainMessage } from '../../shown-text.ts';
import { problemText, unusableText } from '../problem-text.ts';
import type { LearningDesk } from './commands.ts';
import { LearningTree } from './tree.ts';
import { whileVisible } from './while-visible.ts';
import { say } from '../../say.ts';

type Commands = typeof import('./commands.ts');
type Run = (desk: LearningDesk, given: unknown) => Promise<void>;

/** By the id of the command: what it does, of a file that is loaded at the first call. */
const table: Readonly<Record<string, (all: Commands) => Run>> = {
  'snap.showLearning': (all) => all.showLearning,
  'snap.learningHelped': (all) => all.learningHelped,
  'snap.learningWrong': (all) => all.learningWrong,
  'snap.restoreLearning': (all) => all.restoreLearning,
  'snap.archiveLearnings': (all) => all.archiveLearnings,
  'snap.undoArchivingLearnings': (all) => all.undoArchiving,
};

/** The view of the open task and of what is known, and its commands. */
export function registerLearnings(desk: Desk, benches: Benches): Disposable {
  let sayAbove: (text: string) => void = () => undefined;
  const tree = new LearningTree(async () => {
    try {
      const known = await benches.current()?.call('known', []);
      // Nothing is listed there either, and nothing is known of it.
      const unusable = known === undefined ? undefined : await unusableText(desk);
      if (unusable !== undefined) {
        sayAbove(unusable);
        await commands.executeCommand('setContext', 'snap.learnings.state', 'unknown');
        return undefined;
      }
      sayAbove(plainMessage(known?.faults.join(' ') ?? ''));
      const isEmpty =
        known !== undefined && [known.open, known.learnings, known.archived, known.violations].every(({ length }) => length === 0);
      await commands.executeCommand('setContext', 'snap.learnings.state', isEmpty ? 'none' : 'some');
      const hasWithheld = known?.learnings.some(({ uses }) => uses.isWithheld) ?? false;
      await commands.executeCommand('setContext', 'snap.learnings.hasWithheld', hasWithheld);
      return known;
    } catch (error) {
      sayAbove(await problemText(desk, error));
      return undefined;
    }
  });
  const view = window.createTreeView('snap.learnings', { treeDataProvider: tree, showCollapseAll: true });
  sayAbove = (text) => (view.message = text);
  const refresh = (): void => void tree.refresh();
  const open = async (): Promise<LearningDesk | undefined> => {
    const bench = benches.current();
    return bench === undefined ? undefined : { bench, words: await core.system(), refresh };
  };
  return Disposable.from(
    tree,
    view,
    workspace.registerTextDocumentContentProvider('snap-learning', {
      async provideTextDocumentContent(uri) {
        const opened = await open();
        return opened === undefined ? '' : (await import('./commands.ts')).learningDocument(opened, uri);
      },
    }),
    commands.registerCommand('snap.refreshLearnings', refresh),
    ...Object.entries(table).map(([id, of]) =>
      commands.registerCommand(id, (given: unknown) =>
        toldErrors(desk, async () => {
          const opened = await open();
          if (opened !== undefined) await of(await import('./commands.ts'))(opened, given);
          else await say.info('Learnings belong to a folder, and no folder is open.');
        }),
      ),
    ),
    desk.daemon.onEvent(({ type }) => {
      if (view.visible && (type.startsWith('session.') || type === 'learning.matched')) refresh();
    }),
    whileVisible(desk, view, refresh),
    workspace.onDidGrantWorkspaceTrust(refresh),
    followFolder(desk, view, () => tree.clear()),
  );
}
