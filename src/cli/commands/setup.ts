import { isWritten, writeEntries } from '../../changes/index.ts';
import { probe } from '../../machine/index.ts';
import { findWorkspace } from '../../workspace/index.ts';
import type { Command, Invocation } from '../command.ts';
import { exit, type ExitCode } from '../exit.ts';
import { printDiff } from '../reports/print-diff.ts';
import type { Reply } from '../terminal/prompts.ts';
import { forceOption, targetOptions } from '../options/selection.ts';
import { checkUpLines } from '../setup/check-up.ts';
import { complete, entryValues, selectionFor, type Given } from '../setup/answers.ts';
import { foundText } from '../setup/found.ts';
import { givenAnswers } from '../setup/given.ts';
import { askMissing, type Asking } from '../setup/questions.ts';
import type { Ui } from '../terminal/ui.ts';
import { fitting } from '../terminal/wrap.ts';
import { planFor, printOutcome, writeQuestion } from '../write-entries.ts';
import { judgedPlan } from '../judged-plan.ts';
import { printResults } from '../reports/write-report.ts';
import { entryOptions, snapChoice } from './tools/configure.ts';
import { notInteractive } from '../words.ts';

export default {
  name: 'setup',
  summary: 'Set up snap in your assistants, step by step.',
  usage: '[--cursor --vscode … | --all | --detected] [options]',
  details:
    'Shows which assistants are on this machine, asks what to set up, shows the change as a diff, writes it after you confirm, and checks that it works. Every question has an option; what an option answers is not asked. Esc cancels at any point, and then nothing is changed.\nIn a terminal that is not interactive it prints the plan and exits with 1, or with --yes writes it.',
  options: {
    ...targetOptions,
    ...entryOptions,
    ...forceOption,
    answers: { type: 'string', value: 'file', help: 'A JSON file with the answers (docs/schemas/setup.json)' },
    yes: { type: 'boolean', short: 'y', help: 'Do not ask; use the suggested answers' },
  },
  examples: [
    ['snap setup', 'ask everything'],
    ['snap setup --yes', 'every assistant found on this machine, without asking'],
    ['snap setup --cursor --vscode --scope project', 'ask only the remaining questions'],
    ['snap setup --answers answers.json --yes', 'the same on every machine'],
  ],
  run: setUp,
} satisfies Command;

/** Probe, ask, plan, show, confirm, write, check. */
async function setUp(invocation: Invocation): Promise<ExitCode> {
  const { values, ui, system } = invocation;
  const isJson = values.flag('json');
  const given = await givenAnswers(values, system);
  // Invalid answers are refused before the first question.
  await snapChoice({ ...invocation, values: entryValues(given) });
  const requestFor = requesting(invocation);
  const asks = ui.interactive && !isJson && given.yes !== true;

  const reply: Reply<Given> = asks ? await introduceAndAsk(invocation, given, requestFor) : { kind: 'answer', value: given };
  if (reply.kind !== 'answer') return leave(ui, reply.kind);
  const answers = complete(reply.value);
  const wanted = await planFor(invocation, selectionFor(answers), ({ facts }) => requestFor(answers, facts.workspace), answers.workspace);
  const plan = await judgedPlan(invocation, wanted);
  const documents: unknown[] = [];
  const reporting = { ...invocation, ui: { ...(asks ? fitting(ui) : ui), json: (document: unknown) => void documents.push(document) } };
  const finish = (code: ExitCode, checks: readonly string[]): ExitCode => {
    for (const line of isJson ? [] : checks) reporting.ui.print(line);
    if (isJson) ui.json(Object.assign({}, ...documents, { answers, checks }));
    return code;
  };
  const outcome = await writeEntries(system, plan, {
    command: invocation.words,
    strictAll: false,
    writable: invocation.writable,
    ask: async (preview) => {
      if (given.yes === true) return true;
      if (!isJson) await printDiff(ui, preview.files, plan.facts);
      printResults(reporting, preview.results, { tense: 'would' });
      if (!asks) return false;
      const reply = await (await ui.prompts()).confirm(writeQuestion(preview));
      return reply.kind === 'interrupted' ? undefined : reply.kind === 'answer' && reply.value;
    },
  });
  if (outcome.kind === 'cancelled') return leave(ui, 'interrupted');
  if (outcome.kind === 'declined') {
    if (asks) return leave(ui, 'declined');
    if (!isJson) ui.warn(notInteractive('written', 'Add --yes.'));
    return finish(outcome.results.some(({ action }) => action === 'refused') ? exit.refused : exit.findings, []);
  }
  const code = printOutcome(reporting, outcome, {});
  const configured = outcome.results.filter((result) => isWritten(result) || result.action === 'unchanged').map(({ client }) => client);
  return finish(code, await checkUpLines(invocation, answers.workspace, configured));
}

async function introduceAndAsk(invocation: Invocation, given: Given, requestFor: Asking['requestFor']): Promise<Reply<Given>> {
  const { ui, system, program } = invocation;
  const prompts = await ui.prompts();
  const facts = await probe(system, { workspace: await findWorkspace(system, given.workspace) });
  const { print, style } = fitting(ui);
  print(style.bold(`snap ${program.version}: setup`));
  print(style.dim('Nothing is changed before you have seen and confirmed it. Esc cancels; "snap --help" lists the other commands.'));
  print('');
  for (const line of foundText(facts, system.home, style)) print(line);
  return askMissing(given, { prompts, system, facts, requestFor });
}

/** The entry to write for each client, once the answers are known. */
function requesting(invocation: Invocation): Asking['requestFor'] {
  return async (given, workspace) => {
    const { name, scope, force, ...entry } = complete(given);
    const choose = await snapChoice({ ...invocation, values: entryValues(entry) });
    return { action: 'set', name, scope, force, choose: choose(workspace) };
  };
}

function leave(ui: Ui, how: 'declined' | 'interrupted'): ExitCode {
  ui.print('Nothing was changed.');
  return how === 'interrupted' ? exit.interrupted : exit.refused;
}
