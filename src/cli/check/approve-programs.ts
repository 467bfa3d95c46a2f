import { isAbsolute } from 'node:path';
import { approve, listPrograms, type ListedProgram, type Program } from '../../checks/index.ts';
import { textInQuestion } from '../../secrets/index.ts';
import { openWorkbench, type Workbench } from '../../workbench/index.ts';
import { changeApprovals, findWorkspace, readApprovals, refusalOf, repositoryIdentity } from '../../workspace/index.ts';
import type { Invocation } from '../command.ts';
import { plain, type Style } from '../terminal/style.ts';
import { count } from '../words.ts';

const purposes: Readonly<Record<Program['purpose'], string>> = {
  types: 'types',
  lint: 'lint',
  imports: 'rules',
  unused: 'unused',
  tests: 'tests',
  build: 'build',
};
/** A monorepo may have hundreds of equal ones. */
const maxShown = 40;
const maxConfigFiles = 4;
const maxScripts = 12;

/** The programs with all that an approval covers, for the person who decides. */
export function programsText(listed: readonly ListedProgram[], style: Style): string {
  const shown = listed.slice(0, maxShown);
  const left = listed.length - shown.length;
  return [
    'Programs of this project that checks run after your approval:',
    ...shown.flatMap((one) => programLines(one, style)),
    ...(left === 0 ? [] : [`  and ${count(left, 'more', 'more')} (--json lists all)`]),
  ].join('\n');
}

function programLines({ changed, files: own, isApproved, program }: ListedProgram, style: Style): readonly string[] {
  const { configFiles, directory, purpose, scripts, shown, tool, version } = program;
  const named = shown.includes(tool) ? shown : `${tool} (${shown})`;
  const where = directory === '' ? '' : ` in ${directory}`;
  const files = configFiles.slice(0, maxConfigFiles).join(', ');
  const more = configFiles.length - maxConfigFiles;
  return [
    `  ${purposes[purpose].padEnd(5)}  ${style.bold(plain(`${named}${version === undefined ? '' : ` ${version}`}`))}${plain(where)}${isApproved ? style.dim('  approved') : ''}`,
    ...(changed === undefined ? [] : [`         ${style.yellow(plain(`not approved any more: ${changed}`))}`]),
    ...own.filter((file) => isAbsolute(file)).map((file) => `         ${style.dim(plain(`runs ${file}, outside of the project`))}`),
    ...(files === '' ? [] : [`         ${style.dim(`reads ${plain(files)}${more > 0 ? ` and ${more} more` : ''}`)}`]),
    ...scripts.slice(0, maxScripts).map(([name, text]) => `         ${style.dim(plain(`"${name}" is: ${textInQuestion(text)}`))}`),
    ...(scripts.length > maxScripts
      ? [`         ${style.dim(`and ${count(scripts.length - maxScripts, 'more script', 'more scripts')} (--json lists all)`)}`]
      : []),
  ];
}

/** How a question about programs ended; `none`: there is nothing to approve. */
export type Approval = 'approved' | 'known' | 'declined' | 'cancelled' | 'none';

/**
 * Shows the programs and asks whether checks may run them; without a terminal the command itself is the answer. What changes while the person
 * reads is not approved: the marks are of what was shown.
 */
export async function askForApproval(
  { ui }: Pick<Invocation, 'ui'>,
  bench: Workbench,
  { asks, tells }: { readonly asks: boolean; readonly tells: boolean },
): Promise<{ readonly end: Approval; readonly listed: readonly ListedProgram[] }> {
  const listed = await listPrograms(bench);
  if (listed.length === 0) return { end: 'none', listed };
  if (listed.every(({ isApproved }) => isApproved)) return { end: 'known', listed };
  const repository = await repositoryIdentity(bench.system, bench.workspace);
  if (tells) {
    ui.print(programsText(listed, ui.style));
    ui.print(
      'They run with your rights, as if you had started them yourself. Later changes in the contents of these files run without a new question.',
    );
  }
  if (asks) {
    const said = await ui.confirm('Let checks run them in this project?', false);
    if (said !== true) return { end: said === undefined ? 'cancelled' : 'declined', listed };
  }
  await approve(bench, listed, repository);
  return { end: 'approved', listed: listed.map((one) => ({ ...one, isApproved: true, changed: undefined })) };
}

const mark = 'programs';
const changePrefix = 'changed: ';

/**
 * Asks in a terminal whether checks may run the programs of the project, once: whatever the answer was, only "snap trust" brings the
 * question again, and what is no longer as it was approved, once for each such change.
 * @returns whether they may run from now on, and could not before.
 */
export async function offerApproval(invocation: Invocation, bench: Workbench): Promise<boolean> {
  const { ui, values } = invocation;
  if (!ui.interactive || values.flag('json')) return false;
  const { system, workspace } = bench;
  const asked = await readApprovals(system, workspace, 'asked');
  const change = asked.includes(mark) ? await changeMark(bench) : undefined;
  if (asked.includes(mark) && (change === undefined || asked.includes(change))) return false;
  const { end } = await askForApproval(invocation, bench, { asks: true, tells: true });
  if (end === 'none' || end === 'known' || end === 'cancelled') return false;
  const answered = change === undefined ? [mark] : [mark, change];
  await changeApprovals(system, workspace, 'asked', (marks) => [
    ...new Set([...marks.filter((each) => !each.startsWith(changePrefix)), ...answered]),
  ]);
  if (end === 'declined') ui.print(ui.style.dim('They stay off. "snap trust" asks again.'));
  return end === 'approved';
}

/** Names what is not as it was approved any more; `undefined` where nothing is. */
async function changeMark(bench: Workbench): Promise<string | undefined> {
  const changes = (await listPrograms(bench)).flatMap(({ changed }) => changed ?? []);
  return changes.length === 0 ? undefined : `${changePrefix}${changes.join('; ')}`;
}

/** As {@link offerApproval}, for a command that has opened no workspace: in the project of that directory, where it is one. */
export async function offerApprovalIn(invocation: Invocation, directory: string | undefined): Promise<void> {
  if (!invocation.ui.interactive) return;
  const { path, isProject } = await findWorkspace(invocation.system, directory);
  if (!isProject || (await refusalOf(invocation.system, path)) !== undefined) return;
  const bench = await openWorkbench(await invocation.writable(), path, { owner: { kind: 'shell' }, watch: false });
  try {
    await offerApproval(invocation, bench);
  } finally {
    bench.close();
  }
}
