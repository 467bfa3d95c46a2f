/** A sentence without its full stop, to be used inside another sentence. */
export function withoutStop(message: string): string {
  return message.trim().replace(/\.$/, '');
}
