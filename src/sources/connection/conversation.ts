import { CallToolResultSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { LiveTarget } from '../../mcp-client/index.ts';
import { listTools, noTimeout, outputRedactor, sdkClient, tooLarge, type OutputRedactor } from '../../mcp-client/talking.ts';
import type { System } from '../../system/index.ts';
import { cleanedResult } from './cleaned-result.ts';
import { type CallEnd, type ConnectEnd, failureInWords, type Failure, type Opened } from './connection.ts';
import { startProgram, type StartedProgram } from './start-program.ts';

/** Pages of the list of tools; the servers that snap knows have one. */
const maxPages = 20;

/** Greets a server that the person consented to, and lists its tools. Never rejects; what failed is closed. */
export async function converse(
  system: System,
  target: LiveTarget,
  started: StartedProgram | undefined,
  signal: AbortSignal,
): Promise<ConnectEnd> {
  const redact = outputRedactor(system.home, target);
  const opened =
    target.kind === 'url'
      ? await (await import('./open-address.ts')).openAddress(target)
      : (await import('./open-program.ts')).openProgram(started ?? (await startProgram(system, target)));
  if ('why' in opened) return { kind: 'failed', failure: opened };
  const client = sdkClient();
  let isOpen = true;
  Object.assign(client, { onclose: () => (isOpen = false) });
  const close = async (): Promise<void> => {
    isOpen = false;
    await Promise.allSettled([client.close()]);
    await opened.close();
  };
  const stopped = new Promise<Failure>((settle) => {
    const late: Failure = { state: 'slow', why: 'did not start to answer in time.' };
    if (signal.aborted) settle(late);
    signal.addEventListener('abort', () => settle(late), { once: true });
  });
  opened.stayFor(true);
  const greeting = greet(client, opened);
  const first = await Promise.race([greeting, opened.lost, stopped]);
  if ('why' in first) {
    const other = signal.aborted ? undefined : opened.otherWay?.();
    await close();
    return other === undefined ? { kind: 'failed', failure: first } : converse(system, other, undefined, signal);
  }
  opened.stayFor(false);
  void opened.lost.then(() => (isOpen = false));
  let working = 0;
  return {
    kind: 'connected',
    connection: {
      tools: first.tools,
      isOpen: () => isOpen,
      close,
      async call(name, args, callSignal) {
        working += 1;
        opened.stayFor(true);
        try {
          return await callTool({ client, opened, redact }, { name, arguments: { ...args } }, callSignal);
        } finally {
          working -= 1;
          if (working === 0) opened.stayFor(false);
        }
      },
    },
  };
}

type Client = ReturnType<typeof sdkClient>;

async function greet(client: Client, opened: Opened): Promise<{ readonly tools: Awaited<ReturnType<typeof listTools>> } | Failure> {
  try {
    await client.connect(opened.transport, noTimeout);
    return { tools: client.getServerCapabilities()?.tools === undefined ? [] : await listTools(client, maxPages) };
  } catch {
    // The error may quote the server, which is not repeated.
    return opened.explain() ?? { state: 'failed', why: 'did not answer as an MCP server does.' };
  }
}

interface Greeted {
  readonly client: Client;
  readonly opened: Opened;
  /** Takes the secrets of the entry out of answers. */
  readonly redact: OutputRedactor;
}

async function callTool(
  { client, opened, redact }: Greeted,
  params: { readonly name: string; readonly arguments: Record<string, unknown> },
  signal: AbortSignal,
): Promise<CallEnd> {
  const failed = (failure: Failure): CallEnd => ({ kind: 'failed', failure });
  const asked = client.request({ method: 'tools/call', params }, CallToolResultSchema, { ...noTimeout, signal }).then(
    (result): CallEnd => {
      // Only the kind of an error is reported, so none of its text is passed on.
      if (result.isError === true)
        return failed(failureInWords(result.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ')));
      return { kind: 'answered', ...cleanedResult(result, redact) };
    },
    (error: unknown): CallEnd => {
      if (signal.aborted) return failed({ state: 'slow', why: 'did not answer in time.' });
      if (isTooLarge(error)) return failed({ state: 'failed', why: 'sent an answer that is larger than snap takes.' });
      return failed(opened.explain() ?? failureOfError(error));
    },
  );
  return Promise.race([asked, opened.lost.then(failed)]);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && (error.message.includes(tooLarge) || (error.cause instanceof Error && error.cause.message === tooLarge));
}

function failureOfError(error: unknown): Failure {
  // A server reports its limit in the message of an error of the protocol too.
  if (error instanceof McpError) return failureInWords(error.message);
  return { state: 'failed', why: 'sent an answer that does not match the protocol.' };
}
