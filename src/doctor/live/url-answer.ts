import type { OutputRedactor } from '../../mcp-client/talking.ts';
import type { HttpAttempt, LiveAnswer, WorkingAddress } from './answer.ts';
import { shownGreeting } from './handshake.ts';
import type { Outcome, Way } from './url-attempt.ts';
import { maskText } from '../../secrets/index.ts';

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
