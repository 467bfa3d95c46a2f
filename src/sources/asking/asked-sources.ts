import { isDeepStrictEqual } from 'node:util';
import { clients as registry } from '../../clients/index.ts';
import { displayPath, timeLimit, type System } from '../../system/index.ts';
import { wordsIn } from '../../text/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import { isAbout, readConsents, type Consent } from '../consents.ts';
import { sourceKinds, type SourceKind } from '../context.ts';
import { findServers, type FoundServer } from '../found/find-servers.ts';
import { Gathered } from '../recipes/gathered.ts';
import type { SourceSettings } from '../settings.ts';
import type { LeftSource, SourceAnswers, SourceQuestion, Sources, SourceState } from '../sources.ts';
import { librariesOf, type Library } from '../subject/libraries.ts';
import { remotePlace } from '../subject/remote.ts';
import { askServer, type Progress, type Subject } from './ask-server.ts';
import { kindWords, openLink, type Link } from './link.ts';

const limitsMs = { shallow: 2_000, deep: 8_000 } as const;
/** How long a question waits for a server that still works on an earlier one. */
const lateMs = 300;
const checkMs = 15_000;
const maxOfKind = 3;
/** How long the list of servers that could be connected is kept; it is only named in texts. */
const knownMs = 5 * 60_000;

/** Asks the servers that the person has allowed, all at once and within a limit of time. */
export function askedSources(system: System, workspace: Workspace, settings: SourceSettings): Sources {
  const links = openLinks((server, kind) => openLink(system, workspace.root, server, kind));
  const late = new Set<Link>();
  const couldBe = keptServers(system, workspace);

  /** Finds out which servers are asked, and begins to ask them. */
  const begin = async (kinds: readonly SourceKind[], question: SourceQuestion, answers: Answers): Promise<void> => {
    const { asked, gathered, left, signal } = answers;
    const wanted = sourceKinds.filter((kind) => kinds.includes(kind));
    const reading = wanted.length === 0 ? undefined : subjectOf(system, workspace, settings, question);
    const [servers, consents, subject] = await Promise.all([consentedServers(system, workspace), readConsents(system), reading]);
    const { allowed, changed } = allowedOf(servers, consents, settings);
    for (const kind of wanted) {
      const mine = allowed.filter((each) => each.kind === kind).slice(0, maxOfKind);
      left.push(...changed.filter((each) => each.kind === kind).map((each) => changedWords(each)));
      if (mine.length === 0 && !left.some((each) => each.kind === kind)) left.push(await missing(kind, settings, couldBe));
      for (const link of mine.map(links.of)) {
        if (subject === undefined || signal.aborted) continue;
        const progress: Progress = { isDone: false, failure: undefined, answers: 0, age: 0 };
        asked.push({ link, progress, work: askServer(system, link, subject, settings, { gathered, progress, signal }) });
      }
    }
  };

  return {
    list: async () => (await judged(system, await findServers(system, workspace), settings, links.all())).states,
    async check(signal) {
      const servers = await findServers(system, workspace);
      const limit = timeLimit(checkMs, signal);
      const { allowed } = await judged(system, servers, settings, links.all());
      await Promise.all(
        allowed.map(links.of).map(async (link) => {
          const end = await link.offer(limit.signal);
          if (end.kind === 'failed') link.judge(end.failure);
        }),
      );
      limit.release();
      signal?.throwIfAborted();
      return (await judged(system, servers, settings, links.all())).states;
    },
    async ask(kinds, question, signal) {
      signal?.throwIfAborted();
      const limit = timeLimit(limitsMs[question.depth], signal);
      const answers: Answers = { gathered: new Gathered(), left: [], asked: [], signal: limit.signal };
      await untilAborted(begin(kinds, question, answers), limit.signal);
      await untilAborted(Promise.all(answers.asked.map(({ link, work }) => (late.has(link) ? inTime(work) : work))), limit.signal);
      limit.release();
      signal?.throwIfAborted();
      for (const { link, progress, work } of answers.asked.filter((each) => !each.progress.isDone)) {
        late.add(link);
        void work.finally(() => late.delete(link));
        progress.failure ??= { state: 'slow', why: 'did not answer in time.' };
      }
      return answersOf(question, answers);
    },
    close: () => links.close(),
  };
}

/** Only the files of assistants with a consent are read, each time: an entry may have changed a moment ago. */
async function consentedServers(system: System, workspace: Workspace): Promise<readonly FoundServer[]> {
  const consents = await readConsents(system);
  const clients = registry.filter(({ id }) => consents.some(({ clientId }) => clientId === id));
  return clients.length === 0 ? [] : findServers(system, workspace, clients);
}

/** All servers of this machine, as they were found within the last {@link knownMs}. */
function keptServers(system: System, workspace: Workspace): () => Promise<readonly FoundServer[]> {
  let kept: { readonly at: number; readonly servers: Promise<readonly FoundServer[]> } | undefined;
  return () => {
    const now = system.now().getTime();
    if (kept === undefined || now - kept.at > knownMs) kept = { at: now, servers: findServers(system, workspace) };
    return kept.servers;
  };
}

/** The connections to servers, each opened when it is first asked for. */
interface Links {
  of(allowed: Allowed): Link;
  all(): readonly Link[];
  close(): Promise<void>;
}

function openLinks(open: (server: FoundServer, kind: SourceKind) => Link): Links {
  const links = new Map<string, Link>();
  return {
    of({ server, kind }) {
      const key = JSON.stringify([server.path, server.name, server.fingerprint, kind]);
      const link = sameLink(links.get(key), server) ?? open(server, kind);
      links.set(key, link);
      return link;
    },
    all: () => [...links.values()],
    async close() {
      await Promise.allSettled([...links.values()].map((link) => link.close()));
      links.clear();
    },
  };
}

/** The link, if its entry did not change. Otherwise it is closed: with a new token, for example, earlier failures must not count. */
function sameLink(link: Link | undefined, server: FoundServer): Link | undefined {
  const all = ({ target: { entry, environment } }: FoundServer): unknown => [entry.server, environment];
  if (link === undefined || isDeepStrictEqual(all(link.server), all(server))) return link;
  void link.close();
  return undefined;
}

/** One server of a question. */
interface Asked {
  readonly link: Link;
  readonly progress: Progress;
  readonly work: Promise<void>;
}

/** What came of a question until now. */
interface Answers {
  readonly gathered: Gathered;
  readonly left: LeftSource[];
  readonly asked: Asked[];
  /** Fires when the time for the question is over. */
  readonly signal: AbortSignal;
}

function answersOf({ depth, text }: SourceQuestion, { asked, gathered, left }: Answers): SourceAnswers {
  return {
    context: gathered.context(depth, wordsOf(text)),
    answered: sourceKinds.filter((kind) => gathered.kinds().has(kind)),
    left: [...left, ...asked.flatMap(({ link, progress }) => leftOf(link, progress) ?? [])],
    age: Math.max(0, ...asked.map(({ progress }) => progress.age)),
  };
}

interface Allowed {
  readonly server: FoundServer;
  readonly kind: SourceKind;
}

/** Which servers may be asked, and which could until their entry changed. */
function allowedOf(
  servers: readonly FoundServer[],
  consents: readonly Consent[],
  settings: SourceSettings,
): { readonly allowed: readonly Allowed[]; readonly changed: readonly Allowed[] } {
  const allowed: Allowed[] = [];
  const changed: Allowed[] = [];
  for (const server of servers) {
    const about = consents.filter((consent) => isAbout(consent, server));
    // A gateway may have been allowed as several kinds.
    const same = about.filter(({ fingerprint }) => fingerprint === server.fingerprint);
    const kinds = new Set((same.length > 0 ? same : about).map(({ kind }) => kind));
    for (const kind of kinds) if (isWanted(settings, kind, server.name)) (same.length > 0 ? allowed : changed).push({ server, kind });
  }
  return { allowed, changed };
}

function isWanted(settings: SourceSettings, kind: SourceKind, name: string): boolean {
  const set = settings[kind];
  return set?.enabled !== false && (set?.server === undefined || set.server === name);
}

async function judged(
  system: System,
  servers: readonly FoundServer[],
  settings: SourceSettings,
  links: readonly Link[],
): Promise<{ readonly states: readonly SourceState[]; readonly allowed: readonly Allowed[] }> {
  const consents = await readConsents(system);
  const { allowed, changed } = allowedOf(servers, consents, settings);
  const states = servers.flatMap((server): readonly SourceState[] => {
    const mine = allowed.find((each) => each.server === server);
    const was = changed.find((each) => each.server === server);
    const kind = mine?.kind ?? was?.kind ?? server.guess;
    if (kind === undefined) return [];
    const link = links.find((each) => each.server.fingerprint === server.fingerprint && each.server.path === server.path);
    const failure = mine === undefined ? undefined : link?.failing();
    const about = {
      name: server.name,
      kind,
      runs: server.runs,
      from: displayPath(server.path, system),
      client: server.clientName,
      scope: server.scope,
    };
    if (was !== undefined) return [{ ...about, state: 'changed', why: changedWhy(server.name) }];
    if (mine === undefined) return [{ ...about, state: 'not connected' }];
    return [
      failure === undefined ? { ...about, state: 'connected' } : { ...about, state: 'failing', why: `${server.name} ${failure.why}` },
    ];
  });
  return { states, allowed };
}

function changedWhy(name: string): string {
  return `The entry of ${name} changed since you connected it. See what it runs now, and allow it again, with "snap sources connect ${name}".`;
}

function changedWords({ kind, server }: Allowed): LeftSource {
  return { kind, name: server.name, state: 'changed', why: changedWhy(server.name) };
}

async function missing(kind: SourceKind, settings: SourceSettings, couldBe: () => Promise<readonly FoundServer[]>): Promise<LeftSource> {
  const set = settings[kind];
  if (set?.enabled === false) return { kind, name: kind, state: 'absent', why: `The setting sources.${kind}.enabled is false.` };
  const found = (await couldBe()).find(({ guess, name }) => guess === kind && (set?.server === undefined || set.server === name));
  if (found === undefined) return { kind, name: kind, state: 'absent', why: `No assistant has a server for ${kindWords[kind]}.` };
  const why = `${found.name} is configured in ${found.clientName} and not connected: "snap sources connect ${found.name}" shows what it runs, and asks.`;
  return { kind, name: found.name, state: 'not connected', why };
}

function leftOf({ kind, server: { name } }: Link, { answers, failure }: Progress): LeftSource | undefined {
  const part = answers > 0 ? ' What it answered until then is here.' : '';
  return failure === undefined ? undefined : { kind, name, state: failure.state, why: `${name} ${failure.why}${part}` };
}

async function subjectOf(system: System, workspace: Workspace, settings: SourceSettings, question: SourceQuestion): Promise<Subject> {
  const { prefix, repository } = await remotePlace(system, workspace);
  const named = settings.code_host?.repository;
  let libraries: Promise<readonly Library[]> | undefined;
  return {
    depth: question.depth,
    files: [...new Set(question.files)].map((path) => ({ path, inRepository: `${prefix}${path}` })),
    words: wordsOf(question.text),
    repository: named === undefined ? repository : { host: 'unknown', path: named },
    libraries: () => (libraries ??= librariesOf(system, workspace, question.files)),
  };
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(wordsIn(text.slice(0, 4000)).filter((word) => word.length >= 4));
}

/** Waits for the work, or until the signal fires; the work goes on. */
async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await Promise.race([work, new Promise<void>((settle) => signal.addEventListener('abort', () => settle(), { once: true }))]);
}

async function inTime(work: Promise<void>): Promise<void> {
  const limit = timeLimit(lateMs);
  await untilAborted(work, limit.signal);
  limit.release();
}
