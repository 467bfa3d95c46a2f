import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same, in a time that says nothing of how much of them is. */
export function sameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** What tells one token from another without being a part of it. */
export function secretId(secret: string): string {
  return digest(secret).toString('base64url').slice(0, 16);
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
