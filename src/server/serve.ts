import type { System } from '../system/index.ts';
import type { About } from './tool.ts';
import { stdioTransport, type Ending, type Stdio } from './transports/stdio.ts';

export interface ServeOptions extends Stdio {
  readonly system: System;
  readonly about: About;
  /** The value of `--workspace`, unchecked: a server that refused to start could not tell the person why. */
  readonly namedWorkspace: string | undefined;
  /** Ends the server before its input does. */
  readonly signal: AbortSignal;
}

/** Serves one client until its input ends. */
export async function serveStdio({ input, output, signal, ...context }: ServeOptions): Promise<Ending> {
  const { isAccepted, mcpServer } = await import('./server.ts');
  const transport = stdioTransport({ input, output }, { accepts: isAccepted });
  await mcpServer(context).connect(transport);
  signal.addEventListener('abort', () => void transport.close());
  return transport.ended;
}
