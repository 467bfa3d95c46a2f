import { daemonPort } from '../system/index.ts';

/** The port that SVC_SSE_PORT names, or the usual one; `undefined` where the variable names no port. */
export function httpPort(named: string | undefined): number | undefined {
  if (named === undefined || named === '') return daemonPort;
  const port = /^\d{1,5}$/.test(named) ? Number(named) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}
