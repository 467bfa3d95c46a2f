import { describe, expect, it } from 'vitest';
import { pastedServers } from '../../../src/cli/add/pasted.ts';

const npx = { kind: 'command', command: 'npx', args: ['-y', 'pkg'], env: new Map() };

describe('a pasted block', () => {
  it.each([
    ['{"mcpServers":{"one":{"command":"npx","args":["-y","pkg"]}}}', 'one'],
    ['{"servers":{"one":{"type":"stdio","command":"npx","args":["-y","pkg"]}}}', 'one'],
    ['{"mcp":{"servers":{"one":{"command":"npx","args":["-y","pkg"]}},"inputs":[]}}', 'one'],
    ['{"context_servers":{"one":{"command":{"path":"npx","args":["-y","pkg"]}}}}', 'one'],
    ['{"context_servers":{"one":{"source":"custom","command":"npx","args":["-y","pkg"]}}}', 'one'],
    ['{"mcp":{"one":{"type":"local","command":["npx","-y","pkg"]}}}', 'one'],
    ['{"amp.mcpServers":{"one":{"command":"npx","args":["-y","pkg"]}}}', 'one'],
    ['{"one":{"command":"npx","args":["-y","pkg"]}}', 'one'],
    ['"one": { "command": "npx", "args": ["-y", "pkg"] },', 'one'],
    ['{"command":"npx","args":["-y","pkg"]}', undefined],
    ['{\n  // of the README\n  "mcpServers": { "one": { "command": "npx", "args": ["-y", "pkg",], }, },\n}', 'one'],
  ])('%s', (text, name) => {
    expect(pastedServers(text)).toEqual([{ name, server: npx }]);
  });

  it.each([
    ['{"mcpServers":{"a":{"url":"https://a.example/mcp","headers":{"K":"v"}}}}', 'http'],
    ['{"mcpServers":{"a":{"type":"sse","url":"https://a.example/mcp","headers":{"K":"v"}}}}', 'sse'],
    ['{"mcpServers":{"a":{"httpUrl":"https://a.example/mcp","headers":{"K":"v"}}}}', 'http'],
    ['{"servers":{"a":{"serverUrl":"https://a.example/sse","headers":{"K":"v"}}}}', 'sse'],
  ])('with an address: %s', (text, transport) => {
    const [first] = pastedServers(text);
    expect(first?.server).toMatchObject({ kind: 'url', transport, headers: new Map([['K', 'v']]) });
  });

  it('may have several servers, and variables that VS Code would ask for', () => {
    const text = JSON.stringify({
      servers: { a: { command: 'npx', args: ['a'], env: { KEY: '${input:api-key}' } }, b: { url: 'https://b.example/mcp' } },
    });
    const found = pastedServers(text);
    expect(found.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(found[0]?.server).toMatchObject({ env: new Map([['KEY', '${API_KEY}']]) });
  });

  it.each([
    ['{"mcpServers":{"a":{"command":"npx"}', 'is none'],
    ['{"name":"x","version":"1.0.0"}', 'something else than servers'],
    ['{"mcpServers":{"a":{"url":"ftp://s3cr3t.example"}}}', 'no http or https address'],
    ['{"mcpServers":{"a":{"command":"npx"},"b":7}}', 'something else than servers'],
  ])('%s is refused, and not repeated', (text, says) => {
    expect(() => pastedServers(text)).toThrow(says);
    try {
      pastedServers(text);
    } catch (error) {
      expect(String(error)).not.toContain('s3cr3t');
    }
  });
});
