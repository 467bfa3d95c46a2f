import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { SnapError } from '../system/index.ts';
import { ToolError, wantsCompact, type Tool, type ToolContext } from './tool.ts';
import { cut, encodeLine } from './wire.ts';

/** A request that is wrong as such, answered with a JSON-RPC error; the SDK reads `code`. */
export class RequestError extends Error {
  readonly code: number;

  constructor(code: -32601 | -32602, message: string) {
    super(message);
    this.name = 'RequestError';
    this.code = code;
  }
}

/**
 * Runs the tool a `tools/call` names. The one place where a failure of a tool becomes a result.
 * @throws RequestError when the request names no tool there is.
 */
export async function callTool(
  tools: readonly Tool[],
  params: Readonly<Record<string, unknown>> | undefined,
  context: ToolContext,
): Promise<CallToolResult> {
  const name = params?.['name'];
  if (typeof name !== 'string') throw new RequestError(-32602, 'tools/call: "name" must be the name of a tool.');
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined)
    throw new RequestError(-32602, `Unknown tool: ${cut(name, 60)}. Known: ${tools.map((known) => known.name).join(', ')}.`);
  const input = params?.['arguments'];
  try {
    return result(await tool.answer(input, context), false);
  } catch (error) {
    return result(errorText(tool.name, error, wantsCompact(input)), true);
  }
}

function result(text: string, isError: boolean): CallToolResult {
  return { content: [{ type: 'text', text }], ...(isError ? { isError } : {}) };
}

function errorText(tool: string, error: unknown, compact: boolean): string {
  const { code, reason, hint } = explain(error);
  return `${encodeLine('error', { code, reason: cut(reason, 60) }, compact)}\n---\n${tool}: ${reason}. ${hint}`.trimEnd();
}

function explain(error: unknown): { readonly code: string; readonly reason: string; readonly hint: string } {
  if (error instanceof ToolError) return { code: error.code, reason: error.message, hint: error.hint };
  if (error instanceof SnapError)
    return { code: error.code.toUpperCase().replaceAll('-', '_'), reason: error.message.replace(/\.$/, ''), hint: error.hint ?? '' };
  // The parts of the program are loaded when they are needed, and an update takes the old ones away.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
    return {
      code: 'UPDATED',
      reason: 'snap was updated or moved while this server ran',
      hint: 'Restart the assistant, or this server in it.',
    };
  }
  // A bug keeps its stack where the person can find it: clients keep what a server writes to stderr.
  process.stderr.write(
    `snap: this is a bug in snap; please report it with these lines.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return { code: 'INTERNAL', reason: 'snap failed; this is a bug in it', hint: 'Its stack is in the log of this MCP server.' };
}
