import { endlessList, listTools, noTimeout, otherOrigin, sdkClient, type OutputRedactor } from '../../mcp-client/talking.ts';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';

/** What a server reported about itself. */
export interface Greeting {
  readonly milliseconds: number;
  readonly protocolVersion: string;
  readonly serverName: string;
  readonly serverVersion: string;
  readonly tools: readonly string[];
  readonly tokens: number;
}

/** A running handshake, whose progress can be read. */
export interface Handshake {
  /** Rejects when the server answers with an error or something invalid, and when the transport fails. */
  readonly greeting: Promise<Greeting>;
  /** Whether `initialize` was answered. */
  isInitialized(): boolean;
  /** Ends it; `greeting` rejects when it has not settled. */
  close(): Promise<void>;
}

/** Starts the handshake over a transport that was not started yet: `initialize`, then `tools/list` when the server has tools. */
export function shakeHands(transport: Transport, since: number): Handshake {
  const client = sdkClient();
  let initialized: { readonly milliseconds: number; readonly protocolVersion: string } | undefined;
  const setProtocolVersion = transport.setProtocolVersion?.bind(transport);
  // The SDK calls this when it has the answer; it is the only place that has the negotiated version.
  transport.setProtocolVersion = (protocolVersion) => {
    initialized = { milliseconds: Math.round(performance.now() - since), protocolVersion };
    setProtocolVersion?.(protocolVersion);
  };

  const converse = async (): Promise<Greeting> => {
    await client.connect(transport, noTimeout);
    const tools = client.getServerCapabilities()?.tools === undefined ? [] : await listTools(client);
    const { name = '', version = '' } = client.getServerVersion() ?? {};
    return {
      ...(initialized ?? { milliseconds: 0, protocolVersion: '' }),
      serverName: name,
      serverVersion: version,
      tools: tools.map((tool) => tool.name),
      tokens: Math.round(JSON.stringify(tools).length / 4),
    };
  };
  const greeting = converse();
  // A failure after the time limit must not be an unhandled rejection.
  greeting.catch(() => undefined);
  return {
    greeting,
    isInitialized: () => initialized !== undefined,
    // Also close the transport: when it failed to start, the client does not know it.
    close: async () => void (await Promise.allSettled([client.close(), transport.close()])),
  };
}

/** The greeting without secrets and control characters. */
export function shownGreeting(said: Greeting, redact: OutputRedactor): Greeting {
  const { serverName, serverVersion, tools } = said;
  return {
    ...said,
    serverName: redact.name(serverName),
    serverVersion: redact.name(serverVersion),
    tools: tools.map((tool) => redact.name(tool)),
  };
}

/** `initialize` was answered, and then the time was over. */
export const lateList = 'It answered initialize, but did not answer tools/list in time.';

/** What was wrong with an answer, in words; `isInitialized` says which request it answered. */
export function brokenWords(error: unknown, isInitialized: boolean): string {
  const question = isInitialized ? 'tools/list' : 'initialize';
  if (error instanceof McpError) {
    // The SDK puts its own words before those of the server.
    const words = error.message.replace(/^MCP error -?\d+: /, '');
    return `It answered ${question} with the error ${error.code}: ${words}`;
  }
  if (error instanceof Error && error.message.startsWith("Server's protocol version is not supported")) {
    return `It uses a version of the protocol that snap does not know: ${error.message.split(': ').at(-1) ?? ''}`;
  }
  if (error instanceof Error && error.message === endlessList) return endlessList;
  if (error instanceof Error && error.message === otherOrigin) {
    return 'It asks for its messages to be sent to another host, which clients refuse.';
  }
  if (error instanceof Error && 'issues' in error && Array.isArray(error.issues)) {
    const issue: unknown = error.issues[0];
    return `Its answer to ${question} does not match the protocol${issueWords(issue)}.`;
  }
  return `It answered ${question} with something that is not an MCP message.`;
}

/** Of one problem of the schema library: the path and the words. */
function issueWords(issue: unknown): string {
  if (typeof issue !== 'object' || issue === null) return '';
  const path = 'path' in issue && Array.isArray(issue.path) ? issue.path.join('.') : '';
  const message = 'message' in issue && typeof issue.message === 'string' ? issue.message : '';
  return `: ${path === '' ? '' : `${path}: `}${message}`;
}
