import type { LiveTarget } from '../../mcp-client/index.ts';
import type { System } from '../../system/index.ts';
import type { ConnectEnd } from './connection.ts';
import { startProgram } from './start-program.ts';

/** Starts or calls a server that the person consented to. Never rejects; what failed is closed. */
export async function connect(system: System, target: LiveTarget, signal: AbortSignal): Promise<ConnectEnd> {
  const started = target.kind === 'command' ? await startProgram(system, target) : undefined;
  // The protocol is loaded while the program starts.
  const { converse } = await import('./conversation.ts');
  return converse(system, target, started, signal);
}
