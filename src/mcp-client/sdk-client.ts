import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ListToolsResultSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';

/** The maximum number of pages of a list of tools, in case a server never ends it. */
const mostPages = 200;
/** The message of the error for a list that repeats itself or has too many pages. */
export const endlessList = 'It answered tools/list with a list that never ends: after each page it names one more.';
/** Results are not checked against output schemas, so these are not compiled: that costs time and may fail. */
const noValidator = { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'not looked at' }) as const };

/** The protocol's client, which offers the server nothing: no sampling, no questions to the person, no roots. */
export function sdkClient(): Client {
  return new Client({ name: 'snap-mcp', version: '1' }, { jsonSchemaValidator: noValidator });
}

/** For requests whose caller limits the time itself; the SDK would tell the server that it gave up. */
export const noTimeout = { timeout: 2 ** 31 - 1 };

/** All tools of a server. @throws an error with {@link endlessList} when the list does not end. */
export async function listTools(client: Client, maxPages = mostPages): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  const seen = new Set<string>();
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { params: { cursor } };
    const result = await client.request({ method: 'tools/list', ...params }, ListToolsResultSchema, noTimeout);
    tools.push(...result.tools);
    cursor = result.nextCursor;
    if (cursor === undefined) return tools;
    // The server repeats the same page.
    if (seen.has(cursor)) break;
    seen.add(cursor);
  }
  throw new Error(endlessList);
}
