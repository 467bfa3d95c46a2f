import { cleanLine, isRecord } from '../../system/index.ts';
import { intents } from '../../memory/index.ts';
import type { Command } from '../command.ts';
import { atDesk, filesOption, workspaceOption } from '../desk.ts';
import { exit } from '../exit.ts';
import { shown } from '../print-answer.ts';
import { bar } from '../terminal/progress.ts';
import { plain, type Style } from '../terminal/style.ts';
import { askedTask, changedFiles, stepLines } from './asks.ts';

export default {
  name: 'brief',
  summary: 'What to know before a change, on one page: how risky it is and why, files, tests, learnings.',
  usage: '[<task>] [--file <file>…] [--intent <intent>]',
  details:
    'Without files the risk is that of the files that differ from the last commit. Every statement names its evidence, and where nothing is known, none is made. Nothing is run or written.',
  options: {
    ...filesOption,
    intent: { type: 'string', value: intents.join('|'), help: 'What kind of work it is (default: guessed from the text)' },
    ...workspaceOption,
  },
  examples: [
    ['snap brief "change the login" --file src/login.ts', 'before you begin'],
    ['snap brief', 'what you have changed'],
  ],
  words: { max: 1 },
  run: (invocation) =>
    atDesk(
      invocation,
      async (desk) => {
        const asked = await askedTask(desk, invocation);
        const named = await desk.files();
        const files = named.length > 0 ? named : await changedFiles(desk);
        const risk = files.length === 0 ? undefined : (await desk.call('svc_get_risk_score', { files })).record;
        const intent = adviseIntents.find((one) => one === asked['intent']);
        const about = { ...asked, files: named.length > 0 ? named : files.slice(0, 20) };
        const advice = await desk.call('advise', { ...about, intent });
        const guide = (await desk.call('guide', about)).record;
        const { ui, system, values } = invocation;
        if (values.flag('json')) ui.json({ schemaVersion: 1, files, risk: risk ?? null, advice: advice.record, steps: guide['steps'] });
        else {
          const parts = [riskText(risk, files, ui.style), section('Advice', shown(advice.text('person'), system.home), ui.style)];
          // Deeper indented lines would be text to be copied, which is not wrapped.
          const steps = stepLines(guide['steps']).map((line) => shown(line.replace('\n     ', '\n   '), system.home));
          ui.print([...parts, section('Next', steps.join('\n'), ui.style)].filter((part) => part !== '').join('\n\n'));
        }
        return exit.fine;
      },
      { asksDaemon: true },
    ),
} satisfies Command;

const adviseIntents = ['implement', 'refactor', 'debug', 'test', 'deploy'] as const;

function section(title: string, text: string, style: Style): string {
  return text === '' ? '' : `${style.bold(title)}\n${text.replaceAll(/^(?=.)/gm, '  ')}`;
}

/** The verdict, and below it a bar for each thing that it was made of. */
function riskText(risk: Readonly<Record<string, unknown>> | undefined, files: readonly string[], style: Style): string {
  if (risk === undefined) return '';
  const said = plain(cleanLine(String(risk['recommendation'])));
  const sure = Number(risk['confidence']);
  if (sure === 0) return `${style.bold('Risk')}  not known. ${said}`;
  const level = String(risk['riskLevel']);
  const paint = level === 'critical' || level === 'high' ? style.red : level === 'medium' ? style.yellow : style.green;
  const score = Number(risk['riskScore']);
  const factors = (Array.isArray(risk['factors']) ? risk['factors'] : []).filter(isRecord);
  const about = files.length === 1 ? plain(files[0] ?? '') : `${files.length} files`;
  return [
    `${style.bold('Risk')}  ${paint(`${bar(score / 100, 20, style)} ${score} of 100, ${level}`)}, certainty ${sure < 40 ? 'low' : sure < 70 ? 'medium' : 'high'}  ${style.dim(about)}`,
    ...factors.map((factor) => `  ${bar(Number(factor['score']) / 100, 8, style)}  ${plain(cleanLine(String(factor['reason'])))}`),
    `  ${said}`,
  ].join('\n');
}
