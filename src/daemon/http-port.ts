/** Where HTTP clients find the daemon unless SVC_SSE_PORT says otherwise. */
export const defaultHttpPort = 8765;

/** The port that SVC_SSE_PORT names, or the usual one; `undefined` where the variable names no port. */
export function httpPort(named: string | undefined): number | undefined {
  if (named === undefined || named === '') return defaultHttpPort;
  const port = /^\d{1,5}$/.test(named) ? Number(named) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}
