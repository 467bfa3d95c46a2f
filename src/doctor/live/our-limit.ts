/** What is used up when the system gives these answers: nothing that the server could do about. */
const limits: Readonly<Record<string, string>> = {
  EMFILE: 'this process may open no more files ("ulimit -n" says how many)',
  ENFILE: 'this machine has no more file descriptors to give',
  EAGAIN: 'this machine or this user has no room for another process ("ulimit -u" says how many)',
  ENOMEM: 'this machine has no memory left',
};

/** Whether a call failed for want of something on our side. */
export function isOurLimit(code: string): boolean {
  return Object.hasOwn(limits, code);
}

/** Which, in words; they say that it is not the server. */
export function ourLimit(code: string): string {
  return `snap could not try it: ${limits[code] ?? code}. This says nothing about the server.`;
}
