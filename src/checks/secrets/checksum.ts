import { crc32 } from 'node:zlib';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Whether the last six signs of a token are the CRC-32 of the 30 signs before them, written to base 62. Tokens of GitHub and npm are made so.
 * https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/ (2026-11-22)
 */
export function hasBase62Checksum(token: string): boolean {
  const body = token.slice(token.indexOf('_') + 1);
  let rest = crc32(body.slice(0, -6));
  let written = '';
  for (let i = 0; i < 6; i += 1) {
    written = (base62[rest % 62] ?? '') + written;
    rest = Math.floor(rest / 62);
  }
  return body.slice(-6) === written;
}

/** The checksum of an armored OpenPGP text: CRC-24 of its bytes. https://www.rfc-editor.org/rfc/rfc9580#section-6.1 */
export function crc24Of(bytes: Uint8Array): number {
  let crc = 0xb7_04_ce;
  for (const byte of bytes) {
    crc ^= byte << 16;
    for (let i = 0; i < 8; i += 1) {
      crc <<= 1;
      if ((crc & 0x1_00_00_00) !== 0) crc ^= 0x1_86_4c_fb;
    }
  }
  return crc & 0xff_ff_ff;
}
