import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ListToolsResultSchema, McpError, type Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Hider } from './hide.ts';

/** What a server said of itself. */
export interface Greeting {
  readonly milliseconds: number;
  readonly protocolVersion: string;
  readonly serverName: string;
  readonly serverVersion: string;
  readonly tools: readonly string[];
  readonly tokens: number;
}

/** One conversation, which can be looked at while it goes on. */
export interface Handshake {
  /** Rejects when the server answers with an error or nonsense, and when the transport fails. */
  readonly greeting: Promise<Greeting>;
  /** Whether `initialize` was answered. */
  isInitialized(): boolean;
  /** Ends it; `greeting` rejects when it has not settled. */
  close(): Promise<void>;
}

/** A list of tools has an end, whatever the server says. */
const mostPages = 200;
const endlessList = 'It answered tools/list with a list that never ends: after each page it names one more.';
/** The caller has a time box of its own, and the SDK would tell the server that it gave up. */
const never = { timeout: 2 ** 31 - 1 };
/** Nothing is called here, so the schemas of the results are not looked at: compiling them costs time and may fail. */
const noValidator = { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not looked at' }) as const };

/** Says hello over a transport that was not started yet: `initialize`, then `tools/list` when the server has tools. */
export function shakeHands(transport: Transport, since: number): Handshake {
  const client = new Client({ name: 'snap-mcp', version: '1' }, { jsonSchemaValidator: noValidator });
  let initialized: { readonly milliseconds: number; readonly protocolVersion: string } | undefined;
  const setProtocolVersion = transport.setProtocolVersion?.bind(transport);
  // The SDK calls it the moment it has the answer, and nowhere else tells which version was agreed on.
  transport.setProtocolVersion = (protocolVersion) => {
    initialized = { milliseconds: Math.round(performance.now() - since), protocolVersion };
    setProtocolVersion?.(protocolVersion);
  };

  const converse = async (): Promise<Greeting> => {
    await client.connect(transport, never);
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
  // Whoever gave up waiting for it does not hear that it failed afterwards.
  greeting.catch(() => undefined);
  return {
    greeting,
    isInitialized: () => initialized !== undefined,
    // The transport too: where it failed to start, the client does not know it.
    close: async () => void (await Promise.allSettled([client.close(), transport.close()])),
  };
}

async function listTools(client: Client): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  const seen = new Set<string>();
  for (let page = 0; page < mostPages; page += 1) {
    const params = cursor === undefined ? {} : { params: { cursor } };
    const result = await client.request({ method: 'tools/list', ...params }, ListToolsResultSchema, never);
    tools.push(...result.tools);
    cursor = result.nextCursor;
    if (cursor === undefined) return tools;
    // The same page again, and again.
    if (seen.has(cursor)) break;
    seen.add(cursor);
  }
  throw new Error(endlessList);
}

/** Fit to be shown. */
export function shownGreeting(said: Greeting, hide: Hider): Greeting {
  const { serverName, serverVersion, tools } = said;
  return {
    ...said,
    serverName: hide.name(serverName),
    serverVersion: hide.name(serverVersion),
    tools: tools.map((tool) => hide.name(tool)),
  };
}

/** `initialize` was answered, and then the time was over. */
export const lateList = 'It answered initialize, but did not answer tools/list in time.';

/** What was wrong with an answer, in words; `isInitialized` says to which question. */
export function brokenWords(error: unknown, isInitialized: boolean): string {
  const question = isInitialized ? 'tools/list' : 'initialize';
  if (error instanceof McpError) {
    // The SDK puts its own words before those of the server.
    const words = error.message.replace(/^MCP error -?\d+: /, '');
    return `It answered ${question} with the error ${error.code}: ${words}`;
  }
  if (error instanceof Error && error.message.startsWith("Server's protocol version is not supported")) {
    return `It speaks a version of the protocol that is not known here: ${error.message.split(': ').at(-1) ?? ''}`;
  }
  if (error instanceof Error && error.message === endlessList) return endlessList;
  if (error instanceof Error && error.message.startsWith('Endpoint origin')) {
    return 'It wants its messages sent to another host than its own, which clients refuse.';
  }
  if (error instanceof Error && 'issues' in error && Array.isArray(error.issues)) {
    const issue: unknown = error.issues[0];
    return `Its answer to ${question} is not what the protocol asks for${issueWords(issue)}.`;
  }
  return `It answered ${question} with something that is no MCP message.`;
}

/** Of one problem of the schema library: the path and the words. */
function issueWords(issue: unknown): string {
  if (typeof issue !== 'object' || issue === null) return '';
  const path = 'path' in issue && Array.isArray(issue.path) ? issue.path.join('.') : '';
  const message = 'message' in issue && typeof issue.message === 'string' ? issue.message : '';
  return `: ${path === '' ? '' : `${path}: `}${message}`;
}
