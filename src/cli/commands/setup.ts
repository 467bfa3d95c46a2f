import { isWritten, writeEntries } from '../../changes/index.ts';
import type { Client } from '../../clients/index.ts';
import { checkUp, summaryOf } from '../../doctor/index.ts';
import { judgedPlan } from '../../doctor/judged-plan.ts';
import { findProgram, probe, shellPath } from '../../machine/index.ts';
import { takeInterrupts } from '../../system/index.ts';
import { findWorkspace } from '../../workspace/index.ts';
import type { Command, Invocation } from '../command.ts';
import { exit, type ExitCode } from '../exit.ts';
import { callsText } from '../reports/calls-text.ts';
import { findingsText, summaryText } from '../reports/findings-text.ts';
import { printDiff } from '../reports/print-diff.ts';
import { styleOf } from '../terminal/style.ts';
import type { Reply } from '../terminal/prompts.ts';
import { forceOption, targetOptions } from '../options/selection.ts';
import { complete, entryValues, type Answers, type Given } from '../setup/answers.ts';
import { foundText } from '../setup/found.ts';
import { givenAnswers } from '../setup/given.ts';
import { planAnswers, type RequestFor } from '../setup/one-project.ts';
import { interview, type Asking, type Interview } from '../setup/questions.ts';
import type { Ui } from '../terminal/ui.ts';
import { printOutcome, writeQuestion } from '../write-entries.ts';
import { printResults } from '../reports/write-report.ts';
import { entryOptions, snapChoice } from './tools/configure.ts';
import { notAsked } from '../words.ts';

export default {
  name: 'setup',
  summary: 'Set up snap in your assistants, step by step.',
  usage: '[--cursor --vscode … | --all | --detected] [options]',
  details:
    'Shows which assistants are on this machine, asks what to set up, shows the change as a diff, writes it after you confirm, and checks that it works. Every question has an option; what an option answers is not asked. Esc goes back to the question before, Ctrl-C leaves, and then nothing is changed.\nIn a terminal that is not interactive it prints the plan and exits with 1, or with --yes writes it.',
  options: {
    ...targetOptions,
    ...entryOptions,
    ...forceOption,
    'project-file': {
      type: 'boolean',
      help: "Write the project's own file where an entry for all projects would have to name one project",
    },
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
  const given = await givenAnswers(values, system);
  // Invalid answers are refused before the first question.
  await snapChoice({ ...invocation, values: entryValues(given) });
  const isYes = given.yes === true;
  // An entry that is fixed to this project works in no other: where the file of the project works, that one is suggested.
  const suggestsProjectFile = given.workspace === undefined && (await findProgram(system, 'snap-mcp', shellPath(system))) !== undefined;
  if (!ui.interactive || values.flag('json') || isYes)
    return writeAnswers(
      invocation,
      { ...complete(given), projectFile: given.projectFile ?? suggestsProjectFile },
      isYes ? 'write' : 'show',
    );

  const prompts = await ui.prompts();
  // A question sees Ctrl-C as a key; between two of them it is a signal.
  const giveBack = takeInterrupts(() => {
    ui.print('');
    process.exit(leave(ui, 'interrupted'));
  });
  try {
    const questions = await introduce(invocation, given, { prompts, suggestsProjectFile });
    for (;;) {
      const reply = await questions.ask();
      if (reply.kind !== 'answer') return leave(ui, reply.kind);
      for (const name of reply.value.skipped ?? []) ui.print(`${ui.style.mark.none} ${name}: skipped, no project was named.`);
      let last: Reply<boolean>['kind'] | undefined;
      const confirm = async (question: string): Promise<Reply<boolean>> => {
        const said = await prompts.confirm(question);
        last = said.kind;
        // What is begun is finished, or undone by the next command that writes.
        if (said.kind === 'answer') giveBack();
        return said;
      };
      const code = await writeAnswers(invocation, complete(reply.value), confirm);
      // From the last question, Esc leads to the one before it.
      if (last !== 'back') {
        // Loaded only now: the other commands of this chunk need no checks.
        const { offerApprovalIn } = await import('../check/approve-programs.ts');
        if (code === exit.fine) await offerApprovalIn(invocation, complete(reply.value).workspace);
        return code;
      }
      if (!questions.back()) return leave(ui, last);
    }
  } finally {
    giveBack();
  }
}

/** Shows what the answers come to, and writes it as decided: `show` writes nothing, a function asks the person. */
async function writeAnswers(
  invocation: Invocation,
  answers: Answers,
  decide: 'write' | 'show' | ((question: string) => Promise<Reply<boolean>>),
): Promise<ExitCode> {
  const { values, ui, system } = invocation;
  const isJson = values.flag('json');
  const answered = await planAnswers(invocation, answers, requesting(invocation));
  const plan = await judgedPlan(invocation, answered.plan);
  for (const name of isJson ? [] : answered.skipped)
    ui.print(`${ui.style.mark.none} ${name}: skipped, because its entry has to name a project. In one: snap setup`);
  const documents: unknown[] = [];
  const reporting = {
    ...invocation,
    ui: { ...ui, json: (document: unknown) => void documents.push(document) },
  };
  const finish = (code: ExitCode, checks: readonly string[]): ExitCode => {
    for (const line of isJson ? [] : checks) reporting.ui.print(line);
    if (isJson) ui.json(Object.assign({}, ...documents, { answers, checks }));
    return code;
  };
  let said: Reply<boolean> | undefined;
  const outcome = await writeEntries(system, plan, {
    command: invocation.words,
    strictAll: false,
    writable: invocation.writable,
    ask: async (preview) => {
      if (decide === 'write') return true;
      if (!isJson) await printDiff(invocation, preview.files, plan.facts);
      printResults(reporting, preview.results, { tense: 'would' });
      if (decide === 'show') return false;
      said = await decide(writeQuestion(preview));
      return said.kind === 'answer' && said.value;
    },
  });
  if (outcome.kind === 'cancelled' || outcome.kind === 'declined') {
    if (said !== undefined) return said.kind === 'back' ? exit.refused : leave(ui, said.kind === 'answer' ? 'declined' : said.kind);
    ui.warn(notAsked(isJson, 'written', 'Add --yes.'));
    return finish(outcome.results.some(({ action }) => action === 'refused') ? exit.refused : exit.findings, []);
  }
  const code = printOutcome(reporting, outcome, {});
  const configured = outcome.results.filter((result) => isWritten(result) || result.action === 'unchanged').map(({ client }) => client);
  return finish(code, await checkUpLines(invocation, answers.workspace, configured));
}

/** Says what is on this machine, before the first question. */
async function introduce(
  invocation: Invocation,
  given: Given,
  asking: Pick<Asking, 'prompts' | 'suggestsProjectFile'>,
): Promise<Interview> {
  const { ui, system, program } = invocation;
  const facts = await probe(system, { workspace: await findWorkspace(system, given.workspace) });
  const { print, style } = ui;
  print(style.bold(`snap ${program.version}: setup`));
  print(style.dim('Nothing is changed before you confirm it. Esc goes back, Ctrl-C leaves.'));
  print(style.dim('"snap --help" lists the other commands.'));
  print('');
  for (const line of foundText(facts, system.home, style)) print(line);
  return interview(given, { ...asking, system, facts, requestFor: requesting(invocation) });
}

/** The entry to write for each client, once the answers are known. */
function requesting(invocation: Invocation): RequestFor {
  return async (given, workspace) => {
    const { name, scope, force, ...entry } = complete(given);
    const choose = await snapChoice({ ...invocation, values: entryValues(entry) });
    return { action: 'set', name, scope, force, choose: choose(workspace) };
  };
}

function leave(ui: Ui, how: Exclude<Reply<boolean>['kind'], 'answer'>): ExitCode {
  ui.print('Nothing was changed.');
  return how === 'interrupted' ? exit.interrupted : exit.refused;
}

/**
 * Diagnoses these clients and starts snap's own entries as they would.
 * @returns lines for a person, without colour for a script; none when no client was chosen.
 */
async function checkUpLines(
  { program, system, ui, values }: Invocation,
  named: string | undefined,
  clients: readonly Client[],
): Promise<readonly string[]> {
  if (clients.length === 0) return [];
  const workspace = await findWorkspace(system, named);
  const { setup, findings } = await checkUp(system, { workspace, clients, program, calls: { which: 'own', as: ['client'] } });
  const style = values.flag('json') ? styleOf(false, ui.style.isUnicode) : ui.style;
  const view = { style, home: system.home, width: ui.width };
  const grave = findings.filter(({ severity }) => severity !== 'info');
  return [
    '',
    ...callsText(setup, view, 'shared'),
    ...(grave.length === 0 ? [] : findingsText(grave, view).split('\n')),
    summaryText(summaryOf(grave, setup), style),
  ].filter((line, i) => line !== '' || i === 0);
}
