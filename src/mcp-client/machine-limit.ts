/** Which limit of this machine these error codes report; the server is not the cause. */
const limits: Readonly<Record<string, string>> = {
  EMFILE: 'this process cannot open more files ("ulimit -n" shows the limit)',
  ENFILE: 'this machine has no free file descriptors',
  EAGAIN: 'this machine or this user cannot start another process ("ulimit -u" shows the limit)',
  ENOMEM: 'this machine has no memory left',
};

/** Whether a call failed because of a limit of this machine. */
export function isMachineLimit(code: string): boolean {
  return Object.hasOwn(limits, code);
}

/** The limit in words, which also say that the server is not the cause. */
export function machineLimitText(code: string): string {
  return `snap could not try it: ${limits[code] ?? code}. The server is not the cause.`;
}
