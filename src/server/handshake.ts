import { spelled, type Spelling } from './tool-names.ts';

// Loads nothing: what is answered here is answered before the protocol library, the schemas and the tools are read from the disk.

/** A tool as `tools/list` shows it; src/server/listed.json holds ours. */
export interface ListedTool {
  readonly name: string;
  /** `default` or `full`. */
  readonly surface: string;
  readonly description: string;
  readonly annotations: object;
  readonly inputSchema: object;
  readonly outputSchema: object;
}

/** As the SDK has them, newest first; the test compares. https://modelcontextprotocol.io/specification/versioning */
export const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;

/** Read by a model before it sees the tools. */
export const instructions =
  'Call snap first (mode "start", with the task in your words): it opens a task and answers with what earlier work in this project taught. ' +
  'Call snap_end last, with what you learned.';

/** The answer to `initialize`: the requested version if it is supported, else the newest. */
export function initializeResult(protocolVersion: string, version: string, beside: object = {}): object {
  return {
    protocolVersion: protocolVersions.find((known) => known === protocolVersion) ?? protocolVersions[0],
    capabilities: { tools: {}, ...beside },
    serverInfo: { name: 'snap', version },
    instructions,
  };
}

/** The answer to `tools/list`: the same bytes every time. Records beside the text cost tokens, so the full surface alone has them. */
export function listResult(tools: readonly ListedTool[], isFull: boolean, spelling: Spelling): { readonly tools: readonly object[] } {
  return {
    tools: tools
      .filter(({ surface }) => isFull || surface === 'default')
      .map(({ name, description, inputSchema, outputSchema, annotations }) => ({
        name: spelled(name, spelling),
        description,
        inputSchema,
        ...(isFull ? { outputSchema } : {}),
        annotations,
      })),
  };
}
