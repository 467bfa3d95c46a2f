import { previewChanges } from '../../changes/index.ts';
import { probe } from '../../machine/index.ts';
import { findWorkspace } from '../../workspace/index.ts';
import type { Command, Invocation } from '../command.ts';
import { exit, type ExitCode } from '../exit.ts';
import { printDiff } from '../print-diff.ts';
import type { Reply } from '../prompts.ts';
import { forceOption, targetOptions } from '../selection.ts';
import { checkUp } from '../setup/check-up.ts';
import { complete, entryValues, selectionFor, type Given } from '../setup/answers.ts';
import { foundText } from '../setup/found.ts';
import { givenAnswers } from '../setup/given.ts';
import { askMissing, type Asking } from '../setup/questions.ts';
import type { Ui } from '../ui.ts';
import { fitting } from '../wrap.ts';
import { planFor, plannedResult, write } from '../write-entries.ts';
import { isPending, printResults } from '../write-report.ts';
import { entryOptions, snapChoice } from './tools/configure.ts';

export default {
  name: 'setup',
  summary: 'Set snap up in your assistants, question by question.',
  usage: '[--cursor --vscode … | --all | --detected] [options]',
  details:
    'Shows what is on this machine, asks, shows the change as a diff, writes it after a yes, and looks whether it works. Every question\nhas an option here; what an option answers is not asked. Esc leaves at any point, and then nothing is changed. Where nobody can be\nasked it prints the plan and ends with 1, or with --yes writes it.',
  options: {
    ...targetOptions,
    ...entryOptions,
    ...forceOption,
    answers: { type: 'string', value: 'file', help: 'A JSON file with the answers (docs/schemas/setup.json)' },
    yes: { type: 'boolean', short: 'y', help: 'Do not ask: what is not answered is as suggested' },
  },
  examples: [
    ['snap setup', 'ask everything'],
    ['snap setup --yes', 'every assistant found on this machine, without a question'],
    ['snap setup --cursor --vscode --scope project', 'ask only for what is left'],
    ['snap setup --answers answers.json --yes', 'the same on every machine'],
  ],
  run: setUp,
} satisfies Command;

/** Look, ask, plan, show, ask once more, write, check. */
async function setUp(invocation: Invocation): Promise<ExitCode> {
  const { values, ui, system } = invocation;
  const isJson = values.flag('json');
  const given = await givenAnswers(values, system);
  // Words that are no answer are refused before the first question.
  await snapChoice({ ...invocation, values: entryValues(given) });
  const requestFor = requesting(invocation);
  const asks = ui.interactive && !isJson && given.yes !== true;

  const reply: Reply<Given> = asks ? await introduceAndAsk(invocation, given, requestFor) : { kind: 'answer', value: given };
  if (reply.kind !== 'answer') return leave(ui, reply.kind);
  const answers = complete(reply.value);
  const plan = await planFor(invocation, selectionFor(answers), ({ workspace }) => requestFor(answers, workspace), answers.workspace);
  const changes = plan.steps.flatMap((step) => (step.kind === 'change' ? [step.change] : []));
  const preview = await previewChanges(system, changes, plan.facts.contents);
  const planned = plan.steps.map((step) => plannedResult(step, preview));
  const pending = planned.filter((result) => isPending(result)).length;

  const documents: unknown[] = [];
  const told = { ...invocation, ui: { ...(asks ? fitting(ui) : ui), json: (document: unknown) => void documents.push(document) } };
  const finish = (code: ExitCode, checks: readonly string[]): ExitCode => {
    for (const line of isJson ? [] : checks) told.ui.print(line);
    if (isJson) ui.json(Object.assign({}, ...documents, { answers, checks }));
    return code;
  };
  if (pending > 0 && given.yes !== true) {
    if (!isJson) await printDiff(ui, preview, plan.facts);
    printResults(told, planned, { tense: 'would' });
    if (!asks) {
      if (!isJson) ui.warn('Nobody could be asked, so nothing was written. With --yes this is written.');
      return finish(planned.some(({ action }) => action === 'refused') ? exit.refused : exit.findings, []);
    }
    const said = await (await ui.prompts()).confirm(pending === 1 ? 'Write this change?' : `Write these ${pending} changes?`);
    if (said.kind !== 'answer') return leave(ui, said.kind);
    if (!said.value) return leave(ui, 'declined');
  }
  const code = await write(told, plan, planned);
  return finish(
    code,
    await checkUp(
      invocation,
      answers.workspace,
      planned.filter((result) => isPending(result) || result.action === 'unchanged').map(({ client }) => client),
    ),
  );
}

async function introduceAndAsk(invocation: Invocation, given: Given, requestFor: Asking['requestFor']): Promise<Reply<Given>> {
  const { ui, system, program } = invocation;
  const prompts = await ui.prompts();
  const facts = await probe(system, { workspace: await findWorkspace(system, given.workspace) });
  const { print, style } = fitting(ui);
  print(style.bold(`snap ${program.version}: setup`));
  print(style.dim('Nothing is changed before you have seen it and said yes. Esc leaves; "snap --help" lists the other commands.'));
  print('');
  for (const line of foundText(facts, system.home, style)) print(line);
  return askMissing(given, { prompts, system, facts, requestFor });
}

/** What is wanted of each client, once the answers are there. */
function requesting(invocation: Invocation): Asking['requestFor'] {
  return async (given, workspace) => {
    const { name, scope, force, ...entry } = complete(given);
    const choose = await snapChoice({ ...invocation, values: entryValues(entry) });
    return { action: 'set', name, scope, force, choose: choose(workspace) };
  };
}

function leave(ui: Ui, how: 'declined' | 'left'): ExitCode {
  ui.print('Nothing was changed.');
  return how === 'left' ? exit.interrupted : exit.refused;
}
