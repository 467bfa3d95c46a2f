import { stdioTransport, type Ending, type Stdio } from './transports/stdio.ts';

/** The bridge to a remote server, as long as there is none: every request is answered with what to do instead. */
export async function serveShim({
  input,
  output,
  version,
  signal,
}: Stdio & { readonly version: string; readonly signal: AbortSignal }): Promise<Ending> {
  const transport = stdioTransport({ input, output });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's interface has no other way to listen.
  transport.onmessage = (message) => {
    if (!('method' in message) || !('id' in message)) return;
    const text = `snap mcp shim: there is no remote server to bridge to in snap ${version}. In this server's entry, write "--stdio" in place of "shim" and restart the assistant.`;
    void transport.send({ jsonrpc: '2.0', id: message.id, error: { code: -32000, message: text } });
  };
  await transport.start();
  signal.addEventListener('abort', () => void transport.close());
  return transport.ended;
}
