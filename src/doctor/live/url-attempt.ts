import {
  addressTransport,
  networkFailure,
  noAnswer,
  timeBox,
  type Address,
  type Heard,
  type NetworkFailure,
  type OutputRedactor,
} from '../../mcp-client/talking.ts';
import { areHeaders } from '../../system/http/index.ts';
import { brokenWords, lateList, shakeHands, type Greeting, shownGreeting } from './handshake.ts';
import type { HttpAttempt, LiveAnswer, WorkingAddress } from './answer.ts';
import { maskText } from '../../secrets/index.ts';

/** One way to call a server. */
export type Way = Address;

const maxMessageBytes = 10 * 1024 * 1024;

/** The outcome of one way. */
export type Outcome =
  | { readonly kind: 'answered'; readonly said: Greeting }
  | { readonly kind: 'status'; readonly heard: Heard & { readonly status: number } }
  | ({ readonly kind: 'failed'; readonly milliseconds?: number } & NetworkFailure)
  | { readonly kind: 'broken'; readonly status: number | undefined; readonly message: string }
  | { readonly kind: 'silent'; readonly status: number; readonly milliseconds: number };

/** Calls the server in this way until it answers, fails, or the signal is aborted. Closes every connection. */
export async function attempt(way: Way, signal: AbortSignal): Promise<Outcome> {
  const { headers, url } = way;
  const unsendable = [...headers].find((header) => !areHeaders([header]));
  if (unsendable !== undefined) {
    return { kind: 'failed', reason: 'other', message: `The header ${unsendable[0]} holds a character that cannot be sent.` };
  }
  const transport = addressTransport(way, maxMessageBytes);
  const box = timeBox(2 ** 31 - 1, signal);
  const since = performance.now();
  const handshake = shakeHands(transport, since);
  try {
    const said = await Promise.race([handshake.greeting, box.over]);
    if (said !== 'over') return { kind: 'answered', said };
    return tooLate(transport.heard(), handshake.isInitialized(), url.host, Math.round(performance.now() - since));
  } catch (error) {
    return failed(transport.heard(), error, handshake.isInitialized(), url.host, Math.round(performance.now() - since));
  } finally {
    box.close();
    await transport.end();
    await handshake.close();
  }
}

function tooLate({ failure, status }: Heard, isInitialized: boolean, host: string, milliseconds: number): Outcome {
  if (isInitialized) return { kind: 'broken', status, message: lateList };
  if (status !== undefined) return { kind: 'silent', status, milliseconds };
  return withTime(failure === undefined ? noAnswer(host) : networkFailure(failure, host), milliseconds);
}

function withTime(failure: NetworkFailure, milliseconds: number): Outcome {
  return { kind: 'failed', ...failure, ...(failure.reason === 'timeout' ? { milliseconds } : {}) };
}

function failed(heard: Heard, error: unknown, isInitialized: boolean, host: string, milliseconds: number): Outcome {
  const { contentType, failure, status } = heard;
  if (status === undefined) return withTime(networkFailure(failure ?? error, host), milliseconds);
  const isAnswer = status >= 200 && status < 300 && /^(application\/json|text\/event-stream)$/.test(contentType ?? '');
  // The answer to a notification is empty.
  if (isAnswer || (status === 202 && isInitialized)) return { kind: 'broken', status, message: brokenWords(error, isInitialized) };
  return { kind: 'status', heard: { ...heard, status } };
}

/** An attempt that was begun, and its outcome once it is known. */
export interface Try {
  readonly way: Way;
  outcome?: Outcome;
}

/** The outcome of the client's own way, with the results of the other ways. */
export function urlAnswer(
  outcome: Outcome,
  begun: readonly Try[],
  { offersSignIn, works: working }: { readonly works: Way | undefined; readonly offersSignIn: boolean | undefined },
  redact: OutputRedactor,
): LiveAnswer {
  const attempts = begun.map((each) => attemptOf(each, redact));
  const works = working === undefined ? {} : { works: addressOf(working, redact) };
  switch (outcome.kind) {
    case 'answered': {
      const { transport = 'http' } = begun.find((each) => each.outcome === outcome)?.way ?? {};
      return { kind: 'answered', transport, ...shownGreeting(outcome.said, redact), stderr: '' };
    }
    case 'status': {
      const { authenticate, contentType, redirectsTo, status } = outcome.heard;
      return {
        kind: 'http',
        status,
        contentType: contentType === undefined ? undefined : redact.line(contentType),
        authenticate: authenticate === undefined ? undefined : redact.name(authenticate),
        ...(offersSignIn === undefined ? {} : { offersSignIn }),
        redirectsTo: redirectsTo === undefined ? undefined : redact.name(redirectsTo),
        isHtml: contentType === 'text/html' || contentType === 'application/xhtml+xml',
        attempts,
        ...works,
      };
    }
    case 'failed': {
      const { milliseconds, reason } = outcome;
      const waited = milliseconds === undefined || working !== undefined ? {} : { milliseconds };
      return { kind: 'unreachable', reason, message: redact.line(outcome.message), ...waited, attempts, ...works };
    }
    case 'broken':
      return { kind: 'broken', message: redact.line(outcome.message), stderr: '', attempts, ...works };
    case 'silent':
      return { kind: 'silent', milliseconds: outcome.milliseconds, stderr: '', attempts, ...works };
    default:
      return outcome satisfies never;
  }
}

function attemptOf({ outcome, way }: Try, redact: OutputRedactor): HttpAttempt {
  const address = addressOf(way, redact);
  switch (outcome?.kind) {
    case undefined:
      return { ...address, failure: 'It was cancelled before an answer.' };
    case 'answered':
      return { ...address, status: 200 };
    case 'status':
      return { ...address, status: outcome.heard.status };
    case 'failed':
      return { ...address, failure: redact.line(outcome.message) };
    case 'broken':
      return { ...address, status: outcome.status, failure: redact.line(outcome.message) };
    case 'silent':
      return { ...address, status: outcome.status, failure: 'No message came within the time limit.' };
    default:
      return outcome satisfies never;
  }
}

function addressOf({ transport, url }: Way, redact: OutputRedactor): WorkingAddress {
  return { transport, url: redact.name(maskText(url.href)) };
}
