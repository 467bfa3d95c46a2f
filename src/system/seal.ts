import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

// version (1) | nonce (12) | tag (16) | ciphertext. AES-256-GCM, so an altered byte is noticed.
const version = 1;
const nonceLength = 12;
const tagLength = 16;
const headerLength = 1 + nonceLength + tagLength;

/** Bytes in a key file. */
export const keyLength = 32;

/** A new key. */
export function makeKey(): Uint8Array {
  return randomBytes(keyLength);
}

/** Encrypts; the same bytes never look the same twice. */
export function seal(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), ...body]);
}

/** `undefined` when it was sealed with another key, or altered. */
export function unseal(key: Uint8Array, sealed: Uint8Array): Uint8Array | undefined {
  if (sealed.length < headerLength || sealed[0] !== version) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + nonceLength));
  decipher.setAuthTag(sealed.subarray(1 + nonceLength, headerLength));
  const start = decipher.update(sealed.subarray(headerLength));
  try {
    return Buffer.concat([start, decipher.final()]);
  } catch {
    // The tag does not fit: that is the answer.
    return undefined;
  }
}
