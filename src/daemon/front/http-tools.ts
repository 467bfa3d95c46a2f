import { fileURLToPath } from 'node:url';
import { explained, errorText, listedTools, requireTool, shownWord, type ToolResult, type ToolSet } from '../../server/index.ts';
import { isRecord, SnapError } from '../../system/index.ts';
import type { HostedTools } from '../hub/workspaces.ts';

/** What serves one client over HTTP. */
export interface HttpToolsOptions {
  /** The real path of the workspace that its address names; absent where it names none. */
  readonly root: string | undefined;
  readonly isFull: boolean;
  /** The real path of a workspace that may be worked in, or `undefined`. */
  workspace(named: string): Promise<string | undefined>;
  /** The client works there from now on. */
  enter(root: string): HostedTools;
}

const noWorkspace = {
  code: 'NO_WORKSPACE',
  reason: 'no workspace was named, and none of the folders of the client was opened with snap on this machine',
  hint: 'Add ?workspace=/path/of/the/project to the address of this server (or the header X-Snap-Workspace), and run "snap snapshot create" there once.',
};

/**
 * The tools of snap for a client over HTTP: they run where the workspace is open. A client that names no workspace is asked for its folders at its first
 * call, and works in the first of them that it may work in.
 */
export function httpTools({ root, isFull, workspace, enter }: HttpToolsOptions): ToolSet {
  return {
    listed: listedTools,
    async runner({ client, roots }) {
      const session = process.getBuiltinModule('node:crypto').randomUUID();
      let tools = root === undefined ? undefined : enter(root);
      let isClosed = false;
      let finding: Promise<void> | undefined;
      const find = async (): Promise<void> => {
        for (const uri of (await roots().catch(() => undefined)) ?? []) {
          const path = pathOf(uri);
          const found = path === undefined ? undefined : await workspace(path);
          if (found === undefined || isClosed) continue;
          tools = enter(found);
          return;
        }
      };
      return {
        async call({ params, signal, notify }) {
          const { name } = requireTool(listedTools, params?.['name'], isFull);
          const input = params?.['arguments'];
          if (tools === undefined) await (finding ??= find().finally(() => (finding = undefined)));
          try {
            if (tools === undefined) return failed(name, input, noWorkspace);
            return await tools.call({ session, client: shownWord(client()), isFull, name, input }, { signal, notify });
          } catch (error) {
            if (error instanceof SnapError) return failed(name, input, explained(error));
            throw error;
          }
        },
        rootsChanged: () => undefined,
        close() {
          isClosed = true;
          tools?.leave(session);
        },
      };
    },
  };
}

function failed(tool: string, input: unknown, why: Parameters<typeof errorText>[1]): ToolResult {
  const isCompact = isRecord(input) && input['compact'] === true;
  return { content: [{ type: 'text', text: errorText(tool, why, isCompact) }], isError: true };
}

function pathOf(address: string): string | undefined {
  try {
    return /^file:/i.test(address) ? fileURLToPath(address) : undefined;
  } catch {
    // Another machine's address, or none at all.
    return undefined;
  }
}
