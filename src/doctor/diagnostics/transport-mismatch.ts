import { defineDiagnostic, type Fix, type EntryFacts } from '../diagnostic.ts';
import { capitalize } from '../../system/index.ts';
import { addressFix, addressNode } from '../judging/network/address-fix.ts';
import { calledEntries, differenceOf } from '../judging/answers/called-entries.ts';
import type { HttpAttempt, LiveAnswer } from '../live/index.ts';
import { maskText } from '../../secrets/index.ts';

/** Streamable HTTP is called with POST, SSE with GET; a server of one answers the other with 405, with a page, or not at all. */
export default defineDiagnostic({
  id: 'transport-mismatch',
  severity: 'error',
  summary: 'The entry uses a transport that the remote server does not speak.',
  restsOn: ['entry'],
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'http', 'silent', 'broken')) {
      const { server } = entry.entry;
      if (server.kind !== 'url') continue;
      const difference = differenceOf(entry, answer);
      const status = answer.kind === 'http' ? answer.status : undefined;
      // They have their own findings.
      if (difference === 'loopback' || status === 401 || status === 403) continue;
      if (difference === 'path' && (status === 404 || status === 410)) continue;
      const span = addressNode(entry);
      const about = { entry, severity: maxSeverity, span };
      if (difference !== undefined && answer.works !== undefined) {
        const fix = addressFix(entry, answer);
        const words = transportWords[answer.works.transport];
        yield {
          ...about,
          message:
            difference === 'transport'
              ? `"${entry.entry.name}" uses the wrong transport: ${maskText(server.url)} ${said(answer)} to ${entry.client.name}, but works with ${words}.`
              : `"${entry.entry.name}": ${maskText(server.url)} ${said(answer)}; a server answers at ${answer.works.url} with ${words}.`,
          hint: hintFor(entry, answer.works.transport, fix),
          fix,
        };
        continue;
      }
      if (answer.kind !== 'http' || !isNoServer(answer)) continue;
      const other = guardedTransport(entry, answer);
      if (other !== undefined) {
        const fix = addressFix(entry, { ...answer, works: other });
        yield {
          ...about,
          message: `"${entry.entry.name}" uses the wrong transport: ${maskText(server.url)} ${said(answer)} to ${entry.client.name}, and answers ${other.status} to ${transportWords[other.transport]}, so that is what it speaks.`,
          hint: `${hintFor(entry, other.transport, fix)} It then asks for a key: check the headers of the entry, too.`,
          fix: fix === undefined ? undefined : { ...fix, kind: 'confirm' },
        };
        continue;
      }
      yield {
        ...about,
        message: `"${entry.entry.name}" is not an MCP server: ${maskText(server.url)} ${said(answer)}.`,
        hint: answer.isHtml
          ? 'That is a web page: look up the address for MCP in the documentation of the server; most use "/mcp".'
          : 'Look up the address and the transport in the documentation of the server.',
      };
    }
  },
});

const transportWords = { http: 'Streamable HTTP', sse: 'SSE (the older transport)' } as const;

/** The other transport, when the server refuses it only for lack of a key: a server that does not speak it would answer 404 or 405. */
function guardedTransport(
  { entry }: EntryFacts,
  { attempts, status }: Extract<LiveAnswer, { kind: 'http' }>,
): (HttpAttempt & { readonly status: number }) | undefined {
  if (status !== 405 || entry.server.kind !== 'url') return undefined;
  const own = entry.server.transport;
  const found = attempts.find((one) => one.transport !== own && (one.status === 401 || one.status === 403));
  return found?.status === undefined ? undefined : { ...found, status: found.status };
}

/** The status codes of a wrong transport; "remote-error" reports the others. */
function isNoServer({ isHtml, redirectsTo, status }: Extract<LiveAnswer, { kind: 'http' }>): boolean {
  if (redirectsTo !== undefined) return false;
  return status === 405 || status < 300 || (isHtml && status < 400);
}

function said(answer: Extract<LiveAnswer, { kind: 'http' | 'silent' | 'broken' }>): string {
  switch (answer.kind) {
    case 'http':
      return answer.isHtml
        ? `answers with a web page (${answer.status})`
        : `answers ${answer.status}${answer.status < 300 ? ` with ${answer.contentType ?? 'nothing'}` : ''}`;
    case 'silent':
      return 'does not answer';
    case 'broken':
      return 'answers with something that is not an MCP message';
    default:
      return answer satisfies never;
  }
}

function hintFor({ client, file }: EntryFacts, transport: 'http' | 'sse', fix: Fix | undefined): string {
  if (file.reading.entry[transport] === undefined) {
    return `${client.name} does not speak ${transportWords[transport]}. Use the server's local (stdio) form if it has one, or a bridge program.`;
  }
  if (fix !== undefined) return `${capitalize(fix.says)}.`;
  return `Write the entry for ${transportWords[transport]} in the form that ${client.name} reads: ${client.docs}`;
}
