import { cleanLine, isRecord, SnapError } from '../../system/index.ts';
import { intents } from '../../memory/index.ts';
import type { Command, Invocation, Options } from '../command.ts';
import { atDesk, filesOption, workspaceOption, type Desk } from '../desk.ts';
import { exit } from '../exit.ts';
import { answer, printAnswer } from '../print-answer.ts';

type Input = Readonly<Record<string, unknown>>;

/** A command whose answer is that of a tool. */
interface Asks extends Pick<Command, 'name' | 'summary' | 'usage' | 'words' | 'takesFiles' | 'details'> {
  readonly tool: string;
  readonly options: Options;
  readonly example: Command['examples'][number];
  readonly asksDaemon?: boolean;
  /** What the tool is given. A number: the exit code of what was answered without it. */
  input(desk: Desk, invocation: Invocation): Promise<Input | ReturnType<typeof answer>>;
}

function asks({ tool, options, example, asksDaemon = false, input: inputOf, ...row }: Asks): Command {
  return {
    ...row,
    options: { ...options, ...workspaceOption },
    examples: [example],
    run: (invocation) =>
      atDesk(
        invocation,
        async (desk) => {
          const input = await inputOf(desk, invocation);
          return typeof input === 'number' ? input : printAnswer(invocation, await desk.call(tool, input));
        },
        { asksDaemon },
      ),
  };
}

/** What a task is about, of the words and options of a command. */
export async function askedTask(desk: Desk, { positionals, values }: Invocation): Promise<Input> {
  return { task: positionals[0], files: await desk.files(), intent: values.text('intent') };
}

const intentOption = (words: readonly string[]) =>
  ({ intent: { type: 'string', value: words.join('|'), help: 'What kind of work it is (default: guessed from the text)' } }) as const;

export const advise = asks({
  tool: 'advise',
  name: 'advise',
  summary: 'Show advice about a task or files before you change anything. Part of "snap brief".',
  usage: '[<task>] [--file <file>…] [--intent <intent>]',
  options: { ...filesOption, ...intentOption(['implement', 'refactor', 'debug', 'test', 'deploy']) },
  example: ['snap advise "change the login" --file src/login.ts', 'what went wrong there before, and what usually changes with it'],
  words: { max: 1 },
  asksDaemon: true,
  input: askedTask,
});

export const guide = {
  ...asks({
    tool: 'guide',
    name: 'guide',
    summary: 'Propose steps for a task, at most eight. Nothing is run. Part of "snap brief".',
    usage: '[<task>] [--file <file>…] [--intent <intent>]',
    options: { ...filesOption, ...intentOption(intents) },
    example: ['snap guide "change the login" --file src/login.ts', 'where to start'],
    words: { max: 1 },
    input: askedTask,
  }),
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

export const risk = asks({
  tool: 'svc_get_risk_score',
  name: 'risk',
  summary: 'Score the risk of changing files, by their history: from 0 to 100. Part of "snap brief".',
  usage: '[<file>…] [--diff] [--context] [--json]',
  details: 'Lines of the files that are not committed count too. Where the history says nothing, no score is invented.',
  options: {
    diff: { type: 'boolean', help: 'The files that differ from the last commit (default, if you name none)' },
    context: { type: 'boolean', help: 'Ask the servers that you have connected too' },
  },
  example: ['snap risk src/login.ts', 'before you change it'],
  words: { max: 200 },
  takesFiles: true,
  async input(desk, invocation) {
    const { positionals, values } = invocation;
    if (positionals.length > 0 && values.flag('diff'))
      throw new SnapError('usage', 'Name files, or use --diff.', { hint: 'Lines that are not committed count in both cases.' });
    const files = positionals.length > 0 ? await typed(desk, positionals) : await changedFiles(desk);
    if (files.length > 0) return { files, includeContext: values.flag('context') };
    const recommendation = 'Nothing differs from the last commit.';
    const nothing = { riskScore: 0, riskLevel: 'low', factors: [], recommendation, confidence: 0 };
    return answer(invocation, nothing, () => `${recommendation} Name a file, as in: snap risk src/login.ts.`, exit.fine);
  },
});

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

export const context = asks({
  tool: 'svc_get_context',
  name: 'context',
  summary: 'Show what is known about files, here and at the servers you have connected ("snap sources connect").',
  usage: '<file>… [--source <source>…] [--deep] [--json]',
  options: {
    source: { type: 'string', value: 'code_host|error_tracker|docs_source|local', multiple: true, help: 'Ask only this; may be repeated' },
    deep: { type: 'boolean', help: 'Ask for more, for up to 8 seconds (else 2), and name the files that you will need' },
  },
  example: ['snap context src/login.ts', 'what happened there lately'],
  words: { max: 50 },
  takesFiles: true,
  async input(desk, { positionals, values }) {
    if (positionals.length === 0) throw new SnapError('usage', 'Name a file.', { hint: 'As in: snap context src/login.ts.' });
    return { files: await typed(desk, positionals), sources: values.texts('source'), depth: values.flag('deep') ? 'deep' : 'shallow' };
  },
});

export const patterns = asks({
  tool: 'svc_query_patterns',
  name: 'patterns',
  summary: 'Search learnings, violations and patterns (rules that were broken three times or more) at once.',
  usage: '<query> [--type <type>] [--file <file>…] [--json]',
  options: {
    type: { type: 'string', value: 'pattern|violation|learning|all', help: 'Only results of this type (default: all)' },
    ...filesOption,
  },
  example: ['snap patterns "silent catch" --type pattern --file src', 'broken rules that came back, in one directory'],
  words: { max: 1 },
  async input(desk, { positionals: [query], values }) {
    if (query === undefined)
      throw new SnapError('usage', 'What are you looking for?', { hint: 'As in: snap patterns "errors in the checkout".' });
    const files = await desk.files();
    return { query, type: values.text('type'), filters: files.length === 0 ? {} : { files } };
  },
});

const ruleOptions = ['type', 'file', 'description', 'prevention'] as const;

export const violationAdd = asks({
  tool: 'snap_violation',
  name: 'violation add',
  summary: 'Report a broken rule: the same as "snap learn --rule", with an option for each part.',
  usage: '--type <type> --file <file> --description <text> --prevention <text> [--reason <text>]',
  options: {
    type: { type: 'string', value: 'type', help: 'The type of rule, in one or two words: silent_catch' },
    file: { type: 'string', value: 'file', help: 'The file with the violation' },
    description: { type: 'string', value: 'text', help: 'What is wrong there' },
    prevention: { type: 'string', value: 'text', help: 'How to prevent it' },
    reason: { type: 'string', value: 'text', help: 'Why it happened' },
  },
  example: [
    'snap violation add --type silent_catch --file src/pay.ts --description "catch block without a log" --prevention "log or rethrow"',
    'counted under silent_catch',
  ],
  async input(desk, { values }) {
    const missing = ruleOptions.filter((name) => !values.text(name));
    if (missing.length > 0)
      throw new SnapError('usage', `snap violation add: ${missing.map((name) => `--${name}`).join(', ')} missing.`, {
        hint: 'See "snap violation add --help".',
      });
    const [type, file = '', description, prevention] = ruleOptions.map((name) => values.text(name));
    return { type, file: await desk.path(file), description, prevention, reason: values.text('reason') };
  },
});
