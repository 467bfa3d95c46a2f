// A proxy that lets nothing through. The editor, its page and everything they start are told to use it for every host that is not
// this machine, so that a request which would leave is refused here, and seen.
import { createServer } from 'node:http';

export async function refusingProxy() {
  const asked = [];
  const note = (what) => asked.push(what);
  const server = createServer((request, response) => {
    note(`${request.method} ${request.url}`);
    response.writeHead(403).end('refused: this run stays on this machine\n');
  });
  server.on('connect', (request, socket) => {
    note(`CONNECT ${request.url}`);
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const env = {};
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy']) env[name] = env[name.toUpperCase()] = url;
  env.no_proxy = env.NO_PROXY = '127.0.0.1,localhost,::1';
  return {
    url,
    env,
    /** What was asked for and refused, in order. */
    asked,
    end: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
