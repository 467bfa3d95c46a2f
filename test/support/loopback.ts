import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A certificate that nobody trusts, for "localhost", and its key: made for these tests, used nowhere else. */
const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCnJ2YStVmSfq05Gn
TuoZaoUzVKCAbs24dJk6nQ20KJGhRANCAASZARd8USEDYtI5t/VcQdMVa/oiviWj
j47gsurN3NvSKmKi0HniCJ/Fl3hOgwsbEFRRQmf6cZKySM83RTZFVg+5
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUfKK026Q8hWKTaajr5cioDhSsyBYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE2MzIzN1oYDzIxMjYxMDI5
MTYzMjM3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASZARd8USEDYtI5t/VcQdMVa/oiviWjj47gsurN3NvSKmKi0HniCJ/F
l3hOgwsbEFRRQmf6cZKySM83RTZFVg+5o1MwUTAdBgNVHQ4EFgQUez0NA1EG4vkB
SeGDDXLv//G3ciEwHwYDVR0jBBgwFoAUez0NA1EG4vkBSeGDDXLv//G3ciEwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA9aqx6IN9A7ewtme+Lvsl
e1pYjWFcEhy/DhatprZon8gCIQDc4RhGgRqhSx05IrEqmQBXD68W7Jov01BeMeoy
nXn1qA==
-----END CERTIFICATE-----`,
};

/** A server on the loopback interface that ends with the test. @returns its address. */
export async function serveHttp(answer: (...exchange: Parameters<RequestListener>) => unknown): Promise<URL> {
  return new URL(`http://127.0.0.1:${await listen(createHttpServer((...exchange) => void answer(...exchange)))}`);
}

/** The same with a certificate that nobody trusts. */
export async function serveHttps(listener: RequestListener): Promise<URL> {
  return new URL(`https://localhost:${await listen(createHttpsServer(certificate, listener))}`);
}

/** A server of plain TCP. */
export async function serveTcp(onConnection: (socket: Socket) => void): Promise<URL> {
  return new URL(`http://127.0.0.1:${await listen(createTcpServer(onConnection))}`);
}

/** An address that refuses: its port was free a moment ago. */
export async function refusingAddress(): Promise<URL> {
  const server = createTcpServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return new URL(`http://127.0.0.1:${port}`);
}

async function listen(server: TcpServer | Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  });
  const address: string | AddressInfo | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
