const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Whether a text is a seed of NATS: base 32 with a CRC-16 at its end. https://github.com/nats-io/nkeys/blob/main/crc16.go (2026-11-22)
 */
export function isNkeySeed(seed: string): boolean {
  const bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (const sign of seed) {
    bits = ((bits << 5) | alphabet.indexOf(sign)) & 0xf_ff;
    count += 5;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 0xff);
    }
  }
  const [low = 0, high = 0] = bytes.slice(-2);
  return crc16Of(bytes.slice(0, -2)) === low + high * 256;
}

/** CRC-16 with the polynomial 0x1021, beginning with 0. */
function crc16Of(bytes: readonly number[]): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let i = 0; i < 8; i += 1) crc = ((crc & 0x80_00) === 0 ? crc << 1 : (crc << 1) ^ 0x10_21) & 0xff_ff;
  }
  return crc;
}
