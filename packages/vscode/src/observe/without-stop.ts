/** A sentence as a part of another one. */
export function withoutStop(message: string): string {
  return message.replace(/\.$/, '');
}
