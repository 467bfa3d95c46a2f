/**
 * Whether a text is a signed JSON Web Token: header and payload decode to JSON, the header names an algorithm.
 * https://www.rfc-editor.org/rfc/rfc7519
 */
export function judgeJsonWebToken(token: string): 'signed' | 'example' | undefined {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const header = decoded(head);
  if (header === undefined || typeof header['alg'] !== 'string') return undefined;
  // Five parts: encrypted, and then the second one is no JSON.
  const claims = 'enc' in header ? {} : decoded(payload);
  if (claims === undefined) return undefined;
  if (signature === '' && header['alg'].toLowerCase() !== 'none') return undefined;
  // The token of https://jwt.io and of most documentation.
  if (header['alg'].toLowerCase() === 'none' || (claims['sub'] === '1234567890' && claims['name'] === 'John Doe')) return 'example';
  return 'signed';
}

function decoded(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    // Not JSON, so no token.
    return undefined;
  }
}
