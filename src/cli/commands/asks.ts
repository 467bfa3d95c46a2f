import { cleanLine, isRecord, SnapError } from '../../system/index.ts';
import { intents } from '../../memory/index.ts';
import type { Command, Invocation } from '../command.ts';
import { atDesk, filesOption, workspaceOption, type Desk } from '../desk.ts';
import { exit, type ExitCode } from '../exit.ts';
import { printAnswer } from '../print-answer.ts';

type Input = Readonly<Record<string, unknown>>;

/** Runs a command whose answer is that of a tool. @param inputOf `undefined`: what was asked for was answered without it. */
function asks(tool: string, inputOf: (desk: Desk, invocation: Invocation) => Promise<Input | undefined>, asksDaemon = false) {
  return (invocation: Invocation): Promise<ExitCode> =>
    atDesk(
      invocation,
      async (desk) => {
        const input = await inputOf(desk, invocation);
        return input === undefined ? exit.fine : printAnswer(invocation, await desk.call(tool, input));
      },
      { asksDaemon },
    );
}

/** What a task is about, of the words and options of a command. */
export async function askedTask(desk: Desk, { positionals, values }: Invocation): Promise<Input> {
  return { task: positionals[0], files: await desk.files(), intent: values.text('intent') };
}

export const advise = {
  name: 'advise',
  summary: 'Show advice about a task or files before you change anything.',
  usage: '[<task>] [--file <file>…] [--intent <intent>]',
  details: 'Every warning names its evidence. If nothing is known, snap says so. Part of "snap brief".',
  options: {
    ...filesOption,
    intent: {
      type: 'string',
      value: 'implement|refactor|debug|test|deploy',
      help: 'What kind of work it is (default: guessed from the text)',
    },
    ...workspaceOption,
  },
  examples: [['snap advise "change the login" --file src/login.ts', 'what went wrong there before, and what usually changes with it']],
  words: { max: 1 },
  run: asks('advise', askedTask, true),
} satisfies Command;

export const guide = {
  name: 'guide',
  summary: 'Propose steps for a task, at most eight.',
  usage: '[<task>] [--file <file>…] [--intent <intent>]',
  details: 'Each step is a command of snap, or an existing file and what to do with it. Nothing is run. Part of "snap brief".',
  options: {
    ...filesOption,
    intent: { type: 'string', value: intents.join('|'), help: 'What kind of work it is (default: guessed from the text)' },
    ...workspaceOption,
  },
  examples: [['snap guide "change the login" --file src/login.ts', 'where to start']],
  words: { max: 1 },
  run: (invocation) =>
    atDesk(invocation, async (desk) => {
      const { record, text } = await desk.call('guide', await askedTask(desk, invocation));
      const [head = ''] = text('person').split('\n');
      return printAnswer(invocation, { record, text: () => [head, ...stepLines(record['steps'])].join('\n') });
    }),
} satisfies Command;

/** What to do, and below it why. */
export function stepLines(steps: unknown): readonly string[] {
  return (Array.isArray(steps) ? steps : []).filter(isRecord).map((step, i) => {
    const what = step['kind'] === 'file' ? `${cleanLine(String(step['file']))}: ${String(step['what'])}` : String(step['command']);
    return `${i + 1}. ${what}\n     ${String(step['why'])}`;
  });
}

export const risk = {
  name: 'risk',
  summary: 'Score the risk of changing files, by their history.',
  usage: '[<file>…] [--diff] [--context] [--json]',
  details:
    'From 0 to 100, with the factors it is made of. Lines of the files that are not committed count too. Where the history says nothing, no score is invented. Part of "snap brief".',
  options: {
    diff: { type: 'boolean', help: 'The files that differ from the last commit (default, if you name none)' },
    context: { type: 'boolean', help: 'Ask the servers that you have connected too' },
    ...workspaceOption,
  },
  examples: [
    ['snap risk src/login.ts', 'before you change it'],
    ['snap risk --diff', 'what you have changed'],
  ],
  words: { max: 200 },
  takesFiles: true,
  run: asks('svc_get_risk_score', async (desk, { positionals, ui, values }) => {
    if (positionals.length > 0 && values.flag('diff'))
      throw new SnapError('usage', 'Name files, or use --diff.', { hint: 'Lines that are not committed count in both cases.' });
    const files = positionals.length > 0 ? await typed(desk, positionals) : await changedFiles(desk);
    if (files.length > 0) return { files, includeContext: values.flag('context') };
    const nothing = 'Nothing differs from the last commit.';
    if (values.flag('json'))
      ui.json({ schemaVersion: 1, riskScore: 0, riskLevel: 'low', factors: [], recommendation: nothing, confidence: 0 });
    else ui.print(`${nothing} Name a file, as in: snap risk src/login.ts.`);
    return undefined;
  }),
} satisfies Command;

/** The files that differ from the last commit and are there. */
export async function changedFiles({ bench }: Desk): Promise<readonly string[]> {
  const { files } = await bench.history.changed();
  return files
    .filter(({ state }) => state !== 'deleted')
    .map(({ path }) => path)
    .slice(0, 200);
}

function typed(desk: Desk, words: readonly string[]): Promise<readonly string[]> {
  return Promise.all(words.map((path) => desk.path(path)));
}

export const context = {
  name: 'context',
  summary: 'Show what is known about files, here and at the servers you have connected.',
  usage: '<file>… [--source <source>…] [--deep] [--json]',
  details:
    'Commits, pull requests and issues, tracked errors and documentation come from MCP servers that you allowed with "snap sources connect". Without any, what snap knows is shown.',
  options: {
    source: {
      type: 'string',
      value: 'code_host|error_tracker|docs_source|local',
      multiple: true,
      help: 'Ask only this source; may be repeated (default: all)',
    },
    deep: { type: 'boolean', help: 'Ask for more, for up to 8 seconds (else 2), and name the files that you will need' },
    ...workspaceOption,
  },
  examples: [
    ['snap context src/login.ts', 'what happened there lately'],
    ['snap context src --deep', 'the same of a directory, with the files that are needed too'],
  ],
  words: { max: 50 },
  takesFiles: true,
  run: asks('svc_get_context', async (desk, { positionals, values }) => {
    if (positionals.length === 0) throw new SnapError('usage', 'Name a file.', { hint: 'As in: snap context src/login.ts.' });
    return { files: await typed(desk, positionals), sources: values.texts('source'), depth: values.flag('deep') ? 'deep' : 'shallow' };
  }),
} satisfies Command;

export const patterns = {
  name: 'patterns',
  summary: 'Search learnings, violations and patterns at once.',
  usage: '<query> [--type <type>] [--file <file>…] [--since <date>] [--severity <severity>…] [--most <n>] [--json]',
  details: 'A pattern is a broken rule that was reported three times or more.',
  options: {
    type: { type: 'string', value: 'pattern|violation|learning|all', help: 'Only results of this type (default: all)' },
    severity: {
      type: 'string',
      value: 'low|medium|high|critical',
      multiple: true,
      help: 'Only this severity; may be repeated. Critical: reported five times or more; high: three times; medium: other violations and pitfalls',
    },
    since: { type: 'string', value: 'date', help: 'Only what was seen since then, as in 2026-11-22' },
    most: { type: 'string', value: 'number', help: 'The maximum number to list (default: 10)' },
    ...filesOption,
    ...workspaceOption,
  },
  examples: [
    ['snap patterns "errors in the checkout"', 'what is known about it'],
    ['snap patterns "silent catch" --type pattern --file src', 'broken rules that came back, in one directory'],
  ],
  words: { max: 1 },
  run: asks('svc_query_patterns', async (desk, { positionals: [query], values }) => {
    if (query === undefined)
      throw new SnapError('usage', 'What are you looking for?', { hint: 'As in: snap patterns "errors in the checkout".' });
    const most = values.text('most');
    const given = { files: await desk.files(), severity: values.texts('severity'), since: values.text('since') };
    const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value.length > 0));
    return { query, type: values.text('type'), filters, limit: most === undefined ? undefined : Number(most) };
  }),
} satisfies Command;

const ruleOptions = ['type', 'file', 'description', 'prevention'] as const;

export const violationAdd = {
  name: 'violation add',
  summary: 'Report a broken rule; a rule broken three times is shown as a warning from then on.',
  usage: '--type <type> --file <file> --description <text> --prevention <text> [--reason <text>]',
  details: 'The same as "snap learn --rule", with an option for each part.',
  options: {
    type: { type: 'string', value: 'type', help: 'The type of rule, in one or two words: silent_catch' },
    file: { type: 'string', value: 'file', help: 'The file with the violation' },
    description: { type: 'string', value: 'text', help: 'What is wrong there' },
    prevention: { type: 'string', value: 'text', help: 'How to prevent it' },
    reason: { type: 'string', value: 'text', help: 'Why it happened' },
    ...workspaceOption,
  },
  examples: [
    [
      'snap violation add --type silent_catch --file src/pay.ts --description "catch block without a log" --prevention "log or rethrow"',
      'counted under silent_catch',
    ],
  ],
  async run(invocation) {
    const { values } = invocation;
    const missing = ruleOptions.filter((name) => !values.text(name));
    if (missing.length > 0)
      throw new SnapError('usage', `snap violation add: ${missing.map((name) => `--${name}`).join(', ')} missing.`, {
        hint: 'See "snap violation add --help".',
      });
    const [type, file = '', description, prevention] = ruleOptions.map((name) => values.text(name));
    return asks('snap_violation', async (desk) => ({
      type,
      file: await desk.path(file),
      description,
      prevention,
      reason: values.text('reason'),
    }))(invocation);
  },
} satisfies Command;
