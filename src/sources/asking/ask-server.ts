import { isSecretName } from '../../secrets/index.ts';
import type { System } from '../../system/index.ts';
import type { Failure } from '../connection/connection.ts';
import { isReadOnly } from '../recipes/recipes.ts';
import type { AskedFile, Desk } from '../recipes/recipe.ts';
import type { Gathered } from '../recipes/gathered.ts';
import type { Library } from '../subject/libraries.ts';
import type { RemoteRepository } from '../subject/remote.ts';
import type { SourceSettings } from '../settings.ts';
import type { Link } from './link.ts';

/** What all servers are asked about in one question. */
export interface Subject {
  readonly depth: 'shallow' | 'deep';
  readonly files: readonly AskedFile[];
  readonly words: ReadonlySet<string>;
  readonly repository: RemoteRepository | undefined;
  libraries(): Promise<readonly Library[]>;
}

/** How far one server is; read when the time is up. */
export interface Progress {
  isDone: boolean;
  /** The first failure; `answers` are those that were understood. */
  failure: Failure | undefined;
  answers: number;
  /** Of the oldest answer that was known already. */
  age: number;
}

/** Asks one server everything its recipe asks. Goes on after `signal`, for the next question, and never rejects. */
export async function askServer(
  system: System,
  link: Link,
  subject: Subject,
  settings: SourceSettings,
  { gathered, progress, signal }: { readonly gathered: Gathered; readonly progress: Progress; readonly signal: AbortSignal },
): Promise<void> {
  const fail = (failure: Failure): void => void (progress.failure ??= failure);
  const end = await link.offer(signal);
  if (end.kind === 'failed') {
    fail(end.failure);
    if (end.failure.state !== 'slow') link.judge(end.failure);
    progress.isDone = true;
    return;
  }
  const { offer, recipe, tools } = end.offered;
  const desk: Desk = {
    ...subject,
    ...offer,
    ...placeOf(link, settings),
    now: system.now(),
    gathered,
    fail,
    answered() {
      progress.answers += 1;
      gathered.answered(recipe.kind);
    },
    async call(name, args) {
      const called = await link.call(name, args);
      if (called.kind === 'failed') {
        fail(called.failure);
        return undefined;
      }
      progress.age = Math.max(progress.age, called.age);
      return called;
    },
  };
  const usable = tools.filter((tool) => Object.hasOwn(recipe.tools, tool.name) && isReadOnly(tool));
  if (usable.length === 0) fail({ state: 'failed', why: 'offers no tool that snap may call: each one says that it changes something.' });
  else await recipe.gather(desk);
  if (progress.answers > 0 || progress.failure !== undefined) link.judge(progress.answers > 0 ? undefined : progress.failure);
  progress.isDone = true;
}

/** The organization and project of an error tracker: of the settings, else of the entry's own variables. */
function placeOf({ server }: Link, { error_tracker: set }: SourceSettings): Pick<Desk, 'organization' | 'project'> {
  const entry = server.target.entry.server;
  const given = entry.kind === 'command' ? [...entry.env] : [];
  const named = (pattern: RegExp): string | undefined =>
    given.find(([name, value]) => pattern.test(name) && !isSecretName(name) && /^[\w.-]{1,100}$/.test(value))?.[1];
  return {
    organization: set?.organization ?? named(/^SENTRY_(ORG|ORGANIZATION)(_SLUG)?$/i),
    project: set?.project ?? named(/^SENTRY_PROJECT(_SLUG)?$/i),
  };
}
