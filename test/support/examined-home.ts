import { diagnostics } from '../../src/doctor/diagnostics/index.ts';
import { entryKey, examine, readSetup, withAnswers, type Examination } from '../../src/doctor/examine.ts';
import type { EntryFacts, LiveFacts, Setup } from '../../src/doctor/setup.ts';
import { memorySystem } from './memory-system.ts';

const home = '/home/ada';
const compiled = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
const program = { node: '/usr/bin/node', file: '/opt/snap/dist/main.js', version: '0.1.0' };

/** What a server said, by the name of its entry; or by `client:name`. */
export type Answers = Readonly<Record<string, LiveFacts['answer']>>;

export const answered = (milliseconds: number, tools = 2, tokens = 127): LiveFacts['answer'] => ({
  kind: 'answered',
  transport: 'stdio',
  milliseconds,
  protocolVersion: '2025-06-18',
  serverName: 'files',
  serverVersion: '1.0.0',
  tools: Array.from({ length: tools }, (_, i) => `tool${i}`),
  tokens,
  stderr: '',
});

/** A home in memory with these files (`home/…`, `project/…`) and the usual programs, as the doctor reads it; nothing is judged. */
export async function surveyedHome(files: Readonly<Record<string, string>>, answers: Answers = {}): Promise<Setup> {
  const { options, system } = world(files);
  return answering(await readSetup(system, { ...options, diagnostics: [] }), answers);
}

/** The same, judged. */
export async function examinedHome(files: Readonly<Record<string, string>>, answers: Answers = {}): Promise<Examination> {
  const { options, system } = world(files);
  const setup = await readSetup(system, options);
  return examine(system, { ...options, answers: answersFor(setup, answers) });
}

function world(files: Readonly<Record<string, string>>) {
  const path = (name: string): string => name.replace(/^home/, home).replace(/^project/, `${home}/project`);
  const programs = ['/usr/bin/node', '/usr/bin/npx', '/usr/bin/env', '/usr/bin/uvx'];
  const system = memorySystem({
    home,
    cwd: `${home}/project`,
    env: { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin' },
    files: {
      [`${home}/project/package.json`]: '{}\n',
      [program.file]: '#!/usr/bin/env node\n',
      ...Object.fromEntries(programs.map((name) => [name, compiled])),
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [path(name), text])),
    },
    modes: Object.fromEntries([...programs, program.file].map((name) => [name, 0o755])),
  });
  return { system, options: { workspace: { path: `${home}/project`, isProject: true }, program, diagnostics } };
}

function answering(setup: Setup, answers: Answers): Setup {
  return withAnswers(setup, answersFor(setup, answers));
}

function answersFor(setup: Setup, answers: Answers): ReadonlyMap<string, readonly LiveFacts[]> {
  const answerTo = ({ client, entry }: EntryFacts): LiveFacts['answer'] | undefined =>
    answers[`${client.id}:${entry.name}`] ?? answers[entry.name];
  return new Map(
    setup.entries.flatMap((entry) => {
      const answer = entry.isOn ? answerTo(entry) : undefined;
      return answer === undefined ? [] : [[entryKey(entry), [{ as: 'client', answer } as const]] as const];
    }),
  );
}
