import { describe, expect, it } from 'vitest';
import { networkFailure } from '../../src/mcp-client/network-failure.ts';

const withCode = (code: string): Error => Object.assign(new Error('low'), { code });

describe('networkFailure', () => {
  it.each([
    ['ECONNREFUSED', 'refused'],
    ['ENOTFOUND', 'name'],
    ['EAI_AGAIN', 'name'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['EPROTO', 'tls'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['ECONNRESET', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
    ['EHOSTUNREACH', 'other'],
  ])('%s is %s, however deep it lies', (code, reason) => {
    for (const error of [
      withCode(code),
      new TypeError('fetch failed', { cause: withCode(code) }),
      new TypeError('fetch failed', { cause: new AggregateError([withCode(code), withCode('EADDRNOTAVAIL')]) }),
    ]) {
      expect(networkFailure(error, 'host:1')).toEqual({ reason, message: expect.stringContaining('host:1') });
    }
  });

  it('has words for what it does not know', () => {
    const circular = new Error('round');
    circular.cause = circular;
    for (const error of [undefined, 'text', circular]) {
      expect(networkFailure(error, 'host')).toEqual({ reason: 'other', message: 'host could not be reached.' });
    }
  });
});
