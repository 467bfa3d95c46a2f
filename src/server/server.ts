import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { callTool, RequestError } from './dispatch.ts';
import type { Tool, ToolContext } from './tool.ts';
import { tools } from './tools/index.ts';

/** An MCP server with all its tools, ready to be connected to a transport. */
export function mcpServer(context: Omit<ToolContext, 'signal'>): Server {
  const { version } = context.about;
  const server = new PlainServer(
    { name: 'snap', version },
    {
      capabilities: { tools: {} },
      instructions: `snap ${version} offers one tool: check. Call it with mode "health" when an MCP server is missing or does not start: it shows the assistants on this machine, their MCP config files, and which of these are broken. Its other modes are not available in this version.`,
    },
  );
  // Not `setRequestHandler`: the SDK would check the shape of the request first and answer a wrong one with an internal error.
  server.fallbackRequestHandler = async ({ method, params }, { signal }) => {
    switch (method) {
      case 'tools/list':
        return { tools: tools.map(listed) };
      case 'tools/call':
        return callTool(tools, params, { ...context, signal });
      default:
        throw new RequestError(-32601, `Method not found: ${method}`);
    }
  };
  return server;
}

/** What the SDK does not take for a message it drops without an answer. */
export function isAccepted(message: JSONRPCMessage): boolean {
  return JSONRPCMessageSchema.safeParse(message).success;
}

class PlainServer extends Server {
  /**
   * A server without tasks answers a request that asks for one as it always does; the SDK would answer with an internal error.
   * https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
   */
  protected override assertTaskHandlerCapability(): void {}
}

function listed({ name, description, annotations, inputSchema }: Tool): object {
  return { name, description, inputSchema: inputSchema(), annotations };
}
