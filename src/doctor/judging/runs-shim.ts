import type { ServerEntry } from '../../clients/index.ts';

/** Whether it is ours and starts the bridge; "shim-instead-of-stdio" has said all there is to say of it. */
export function runsShim({ ours, server }: Pick<ServerEntry, 'ours' | 'server'>): boolean {
  return ours && server.kind === 'command' && server.args.some((arg, i) => arg === 'shim' && server.args[i - 1] === 'mcp');
}
