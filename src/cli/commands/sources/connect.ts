import { allowServer, kindWords, sentTo, titleOf, tryServer, type Candidate, type Trial } from '../../../sources/consenting.ts';
import { sourceKinds, type SourceKind } from '../../../sources/index.ts';
import { SnapError, timeLimit } from '../../../system/index.ts';
import type { Workspace } from '../../../workspace/index.ts';
import type { Command, Invocation } from '../../command.ts';
import { workspaceOption } from '../../desk.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { placeOf, wantedCandidates, whatItIs, whereFrom } from './candidates.ts';
import { plain } from '../../terminal/style.ts';
import { notAsked } from '../../words.ts';

const maxMs = 30_000;

export default {
  name: 'sources connect',
  summary: 'Let snap ask an MCP server that you have configured in an assistant: GitHub or GitLab, Sentry, Context7.',
  usage: '[<name>…] [--client <id>] [--scope <scope>] [--kind <kind>] [--yes] [--json]',
  details:
    'Shows what would be started or called, from which config file, and what is sent to it, and asks. Then it starts the server once to see its tools: they say what it is. Without a name: every server of your own files that looks like one of these. A server of a project file is connected only by its name.\nsnap calls only tools that read. Keys stay where they are, in the config file or your environment; they are given to that server alone. If the entry changes, snap asks again.',
  options: {
    client: { type: 'string', value: 'id', help: 'The entry of this assistant, if several have one of that name' },
    scope: { type: 'string', value: 'scope', help: 'Whose file, if both have one of that name: person (default), project' },
    kind: { type: 'string', value: 'kind', help: 'What it is, if it is several: code_host, error_tracker, docs_source' },
    yes: { type: 'boolean', short: 'y', help: 'Do not ask' },
    ...workspaceOption,
  },
  words: { max: 20 },
  completes: 'servers',
  examples: [
    ['snap sources connect', 'each one that was found, one after the other'],
    ['snap sources connect github --yes', 'this one, without a question'],
  ],
  async run(invocation) {
    const { positionals, system, ui, values } = invocation;
    const isJson = values.flag('json');
    const place = await placeOf(invocation);
    const as = kindOf(values.text('kind'));
    if (as !== undefined && positionals.length === 0) throw new SnapError('usage', '--kind needs the name of a server.');
    const choice = { clientId: values.text('client'), scope: scopeOf(values.text('scope')), as };
    const candidates = await wantedCandidates(system, place, positionals, choice);
    if (candidates.length === 0 && !isJson) {
      ui.print(
        'No server was found that snap could ask and that is not connected. "snap sources list" shows them all; "snap mcp add" adds one to an assistant.',
      );
    }
    const done: Done[] = [];
    for (const candidate of candidates) {
      const end = await connectOne(invocation, place, candidate);
      done.push({ candidate, ...end });
      if (end.result === 'interrupted') break;
    }
    if (isJson) ui.json(document(done, invocation));
    return codeOf(done);
  },
} satisfies Command;

function scopeOf(text: string | undefined): string | undefined {
  if (text === undefined || text === 'person' || text === 'project') return text;
  throw new SnapError('usage', '--scope is person or project.');
}

function kindOf(text: string | undefined): SourceKind | undefined {
  const kind = sourceKinds.find((one) => one === text);
  if (text === undefined || kind !== undefined) return kind;
  throw new SnapError('usage', `--kind is one of ${sourceKinds.join(', ')}.`);
}

type Result = 'connected' | 'known' | 'declined' | 'not-asked' | 'unknown' | 'failed' | 'interrupted';
interface End {
  readonly result: Result;
  readonly trial?: Trial | undefined;
}
type Done = End & { readonly candidate: Candidate };

function codeOf(done: readonly Done[]): ExitCode {
  const results = new Set(done.map(({ result }) => result));
  if (results.has('interrupted')) return exit.interrupted;
  if (results.has('declined')) return exit.refused;
  return ['not-asked', 'unknown', 'failed'].some((one) => results.has(one as Result)) ? exit.findings : exit.fine;
}

async function connectOne(invocation: Invocation, place: Workspace, candidate: Candidate): Promise<End> {
  const { system, ui, values } = invocation;
  const isJson = values.flag('json');
  const { server } = candidate;
  const name = plain(server.name);
  if (candidate.consent === 'given') {
    if (!isJson) ui.print(`${name} is connected already.`);
    return { result: 'known' };
  }
  if (!isJson) for (const line of shown(candidate, invocation)) ui.print(line);
  if (!values.flag('yes')) {
    if (isJson || !ui.interactive) {
      ui.warn(notAsked(isJson, 'connected', `"snap sources connect ${name} --yes" does it.`));
      return { result: 'not-asked' };
    }
    const said = await ui.confirm(`May snap ${server.target.command === undefined ? 'call' : 'start'} ${name} and ask it?`, false);
    if (said !== true) {
      ui.print('Nothing was connected.');
      return { result: said === undefined ? 'interrupted' : 'declined' };
    }
  }
  const limit = timeLimit(maxMs);
  const trial = otherKind(candidate, await tryServer(system, place, server, { signal: limit.signal, as: kindOf(values.text('kind')) }));
  limit.release();
  if (trial.kind === 'recognised') await allowServer(await invocation.writable(), server, trial.as);
  if (!isJson) tell(invocation, name, trial);
  return { trial, result: trial.kind === 'recognised' ? 'connected' : trial.kind };
}

/** The person was told what would be sent to one server; as another it is not allowed without being named as that. */
function otherKind({ kind, make, server }: Candidate, trial: Trial): Trial {
  if (trial.kind !== 'recognised' || kind === undefined) return trial;
  if (trial.as === kind && (make === undefined || make === trial.make)) return trial;
  const seems = trial.as === kind ? titleOf(make ?? '') : kindWords[kind];
  const is = trial.as === kind ? trial.title : `${kindWords[trial.as]} (${trial.title})`;
  const why = `looks like ${seems} and has the tools of ${is}.`;
  return {
    kind: 'unknown',
    why: `${why} If that is right, "snap sources connect ${plain(server.name)} --kind ${trial.as}" connects it.`,
  };
}

function shown(candidate: Candidate, { system, ui }: Invocation): readonly string[] {
  const { server } = candidate;
  const isAddress = server.target.command === undefined;
  const sent = sentTo(candidate);
  return [
    `${ui.style.bold(plain(server.name))}: ${whatItIs(candidate)}, configured in ${plain(whereFrom(candidate, system))}`,
    ...(candidate.consent === 'changed' ? ['  Its entry changed since you connected it.'] : []),
    ...(server.scope === 'project'
      ? ['  This file belongs to the project: anyone who can change the project can change the entry. Look at it closely.']
      : []),
    `  snap would ${isAddress ? 'call' : 'start'}: ${plain(server.runs)}`,
    ...(server.gives.length === 0
      ? []
      : [`  with the ${isAddress ? 'headers' : 'variables'} of its entry: ${server.gives.map(plain).join(', ')}`]),
    `  Sent to it: ${sent.join('; ')}. No contents of files, and not what your task says.`,
    '  Its answers are kept in memory for a few minutes and shown to the assistant that asks snap; snap sends them nowhere else.',
  ];
}

function tell({ ui }: Invocation, name: string, trial: Trial): void {
  const { sign } = ui.style;
  switch (trial.kind) {
    case 'recognised':
      ui.print(
        `${sign.good} ${name} is connected: ${trial.title}. snap may call ${trial.tools.join(', ')}. "snap sources disconnect ${name}" takes it back.`,
      );
      break;
    case 'unknown':
      ui.warn(
        `${sign.bad} ${name} ${trial.why ?? 'answers, but it is no server that snap knows how to ask: its tools are others.'} Nothing was connected.`,
      );
      break;
    case 'failed':
      ui.warn(`${sign.bad} ${name} ${trial.why} Nothing was connected. "snap mcp scan --by server ${name} --probe" says more.`);
      break;
    default:
      trial satisfies never;
  }
}

function document(done: readonly Done[], { system }: Invocation) {
  return {
    schemaVersion: 1,
    servers: done.map(({ candidate, result, trial }) => ({
      name: candidate.server.name,
      kind: (trial?.kind === 'recognised' ? trial.as : candidate.kind) ?? null,
      client: candidate.server.clientId,
      file: whereFrom(candidate, system).replace(/^.*\((.*)\)$/, '$1'),
      scope: candidate.server.scope,
      runs: candidate.server.runs,
      sends: sentTo(candidate),
      result,
      tools: trial?.kind === 'recognised' ? trial.tools : [],
      reason: trial?.kind === 'failed' || trial?.kind === 'unknown' ? (trial.why ?? null) : null,
    })),
  };
}
