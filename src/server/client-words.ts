import { maskProse } from '../secrets/index.ts';
import { cleanLine, cut } from '../system/index.ts';
import type { ListedTool } from './handshake.ts';
import { RequestError } from './message.ts';
import { findByName } from './tool-names.ts';

/** A word that a client sent, as it may be kept and repeated: cut, and without secrets; `undefined` for an empty one. */
export function shownWord(word = ''): string | undefined {
  return cut(maskProse(cleanLine(word.slice(0, 200))), 60) || undefined;
}

/** The tool that a call names. @throws RequestError when it is not offered, with those that are. */
export function requireTool(tools: readonly ListedTool[], name: unknown, isFull: boolean): ListedTool {
  if (typeof name !== 'string') throw new RequestError(-32602, 'tools/call: "name" must be the name of a tool.');
  const tool = findByName(tools, name);
  if (tool !== undefined && (isFull || tool.surface === 'default')) return tool;
  if (tool !== undefined)
    throw new RequestError(
      -32602,
      `${tool.name} is offered when SVC_MCP_INTELLIGENCE_SURFACE is "full" in the "env" of this server's entry, or its address has the header "X-Snap-Surface: full".`,
    );
  const known = tools.filter(({ surface }) => isFull || surface === 'default').map((each) => each.name);
  throw new RequestError(-32602, `Unknown tool: ${shownWord(name) ?? '""'}. Known: ${known.join(', ')}.`);
}
