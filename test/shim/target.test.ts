import { describe, expect, it } from 'vitest';
import { targetOf } from '../../src/shim/index.ts';

const given = { headers: [], env: {}, workspace: '/w', localToken: async (port: number) => (port === 9000 ? 'local' : undefined) };

describe("the token of snap's daemon", () => {
  it.each([
    ['http://127.0.0.1:9000/events', 'Bearer local', '/w'],
    ['http://[::1]:9000/mcp', 'Bearer local', '/w'],
    // The daemon does not listen there: another program that does gets no token.
    ['http://127.0.0.1:8765/events', undefined, '/w'],
    ['http://127.0.0.1:9001/events', undefined, undefined],
    ['http://example.com:9000/events', undefined, undefined],
    ['https://127.0.0.1:9000/events', undefined, undefined],
    ['http://127.0.0.1.example.com:9000/events', undefined, undefined],
  ])('%s', async (url, authorization, workspace) => {
    const { headers } = await targetOf({ ...given, url });
    expect(headers['authorization']).toBe(authorization);
    expect(headers['x-snap-workspace']).toBe(workspace);
  });
});
