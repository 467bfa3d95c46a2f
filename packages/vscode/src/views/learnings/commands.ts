import { ThemeIcon, Uri, window, workspace, type QuickPickItem } from 'vscode';
import type { Bench } from '../../bench/bench.ts';
import type { Learning, Words } from '../../core.ts';
import { withoutIcons } from '../../shown-text.ts';
import { requireTrust } from '../../require-trust.ts';
import { learningRow, learningText } from './rows.ts';
import { learningIn } from './tree.ts';
import { say } from '../../say.ts';

/** What the commands about learnings work with. */
export interface LearningDesk {
  readonly bench: Bench;
  readonly words: Words;
  refresh(): void;
}

/** The scheme of documents that show the whole text of a learning. */
export const learningScheme = 'snap-learning';

export async function showLearning(desk: LearningDesk, given: unknown): Promise<void> {
  const learning = await asked(desk, given, 'Show a Learning');
  if (learning === undefined) return;
  const uri = Uri.from({ scheme: learningScheme, path: `/${learning.id}.txt` });
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
}

/** The text of such a document. */
export async function learningDocument({ bench, words }: Pick<LearningDesk, 'bench' | 'words'>, uri: Uri): Promise<string> {
  const id = uri.path.slice(1).replace(/\.txt$/, '');
  const { archived, learnings } = await bench.call('known', []);
  const learning = [...learnings, ...archived].find((each) => each.id === id);
  return learning === undefined ? 'This learning is no longer there.\n' : learningText(learning, words);
}

export async function learningHelped(desk: LearningDesk, given: unknown): Promise<void> {
  await judge(desk, given, { verdict: 'helped', question: 'Which learning helped?', effect: 'It is ranked higher from now on.' });
}

export async function learningWrong(desk: LearningDesk, given: unknown): Promise<void> {
  const effect = 'When it has been called wrong twice, assistants no longer see it.';
  await judge(desk, given, { verdict: 'wrong', question: 'Which learning is wrong?', effect });
}

interface Judgement {
  readonly verdict: 'helped' | 'wrong';
  /** Asks for the learning where the command was called from the palette. */
  readonly question: string;
  /** What follows from it, as a sentence. */
  readonly effect: string;
}

async function judge(desk: LearningDesk, given: unknown, { effect, question, verdict }: Judgement): Promise<void> {
  if (!(await requireTrust())) return;
  const learning = await asked(desk, given, question);
  if (learning === undefined) return;
  await desk.bench.call('judge', [learning.id, verdict]);
  desk.refresh();
  void say.info(`Noted: "${nameOf(learning, desk.words)}" ${verdict === 'helped' ? 'helped' : 'is wrong'}. ${effect}`);
}

/** Shows a withheld learning to assistants again. */
export async function restoreLearning(desk: LearningDesk, given: unknown): Promise<void> {
  if (!(await requireTrust())) return;
  const learning = await asked(desk, given, 'Restore a Withheld Learning', ({ uses }) => uses.isWithheld);
  if (learning === undefined) return;
  await desk.bench.call('restoreLearning', [learning.id]);
  desk.refresh();
  void say.info(`"${nameOf(learning, desk.words)}" is shown again where it fits.`);
}

/** Archives old, unused and duplicate learnings after showing which; or brings back those of the last time. */
export async function archiveLearnings({ bench, refresh, words }: LearningDesk): Promise<void> {
  if (!(await requireTrust())) return;
  const plan = await bench.call('gc', ['plan']);
  const number = plan.archive.length + plan.merge.length + plan.delete.length;
  if (number === 0) {
    await say.info(`Nothing to archive: no learning is old and unused, and there are no duplicates (${plan.kept} kept).`);
    return;
  }
  const { archived, learnings } = await bench.call('known', []);
  const names = new Map([...learnings, ...archived].map((learning) => [learning.id, nameOf(learning, words)]));
  const of = (title: string, ids: readonly string[]): readonly string[] =>
    ids.length === 0
      ? []
      : [
          `${title}:\n${ids
            .slice(0, 15)
            .map((id) => `  ${names.get(id) ?? id}`)
            .join('\n')}${ids.length > 15 ? `\n  and ${ids.length - 15} more` : ''}`,
        ];
  const detail = [
    ...of('Archived', plan.archive),
    ...of(
      'Merged with a duplicate',
      plan.merge.map(({ id }) => id),
    ),
    ...of('Deleted, archived for 90 days', plan.delete),
    '"Snap: Undo Archiving Learnings" brings them back.',
  ].join('\n\n');
  const archive = 'Archive';
  if ((await say.warning(`Archive ${words.count(number, 'learning')}?`, { modal: true, detail }, archive)) !== archive) return;
  await bench.call('gc', ['apply']);
  refresh();
}

export async function undoArchiving({ bench, refresh }: LearningDesk): Promise<void> {
  if (!(await requireTrust())) return;
  const { changed } = await bench.call('gc', ['undo']);
  refresh();
  void say.info(changed ? 'The learnings are as before the last archiving.' : 'There is no archiving to undo here.');
}

async function asked(
  { bench, words }: LearningDesk,
  given: unknown,
  title: string,
  fits: (learning: Learning) => boolean = () => true,
): Promise<Learning | undefined> {
  const known = learningIn(given);
  if (known !== undefined) return known;
  const learnings = (await bench.call('known', [])).learnings.filter(fits);
  if (learnings.length === 0) {
    await say.info('There is no such learning in this workspace.');
    return undefined;
  }
  const items = learnings.map((learning): QuickPickItem & { readonly learning: Learning } => {
    const { description, icon, label } = learningRow(learning, words);
    return { label: withoutIcons(label), description: withoutIcons(description), iconPath: new ThemeIcon(icon), learning };
  });
  return (await window.showQuickPick(items, { title, placeHolder: 'Which learning?', matchOnDescription: true }))?.learning;
}

function nameOf({ trigger }: Learning, { cleanLine, cut }: Words): string {
  return cut(cleanLine(trigger), 80);
}
