import { describe, expect, it } from 'vitest';
import { addressFault } from '../../../../src/doctor/judging/network/address.ts';

describe('the form of an address', () => {
  it.each([
    ['htps://mcp.example.com/mcp', 'https://mcp.example.com/mcp', true],
    ['hhtps://mcp.example.com/mcp', 'https://mcp.example.com/mcp', true],
    ['htttps://mcp.example.com/mcp', 'https://mcp.example.com/mcp', true],
    ['htpps://mcp.example.com/mcp', 'https://mcp.example.com/mcp', true],
    ['https//mcp.example.com/mcp', 'https://mcp.example.com/mcp', true],
    ['https;//mcp.example.com/mcp', 'https://mcp.example.com/mcp', true],
    ['htp://localhost:3000/mcp', 'http://localhost:3000/mcp', true],
    ['htt://localhost:3000/mcp', 'http://localhost:3000/mcp', false],
  ])('%s is misspelt', (text, right, isSure) => {
    const fault = addressFault(text);
    expect(fault).toMatchObject({ kind: 'misspelt', right, isSure });
  });

  it.each([
    ['mcp.example.com/mcp', 'https://mcp.example.com/mcp'],
    ['//mcp.example.com/mcp', 'https://mcp.example.com/mcp'],
    ['localhost:3000/mcp', 'http://localhost:3000/mcp'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['docs:8080/sse', 'https://docs:8080/sse'],
    ['http.example.com/mcp', 'https://http.example.com/mcp'],
  ])('%s has no scheme', (text, right) => {
    expect(addressFault(text)).toEqual({ kind: 'missing', right });
  });

  it.each([
    ['ws://mcp.example.com', { kind: 'other', scheme: 'ws' }],
    ['file:///srv/mcp', { kind: 'other', scheme: 'file' }],
    ['https://https://mcp.example.com/mcp', { kind: 'twice', right: 'https://mcp.example.com/mcp' }],
    ['http:/host/mcp', { kind: 'one-slash', scheme: 'http:/', right: 'http://host/mcp' }],
    ['https:/mcp.example.com/mcp', { kind: 'one-slash', scheme: 'https:/', right: 'https://mcp.example.com/mcp' }],
    ['http://https://mcp.example.com/mcp', { kind: 'twice', right: 'https://mcp.example.com/mcp' }],
    ['https://', { kind: 'invalid' }],
    ['https://mcp example.com/mcp', { kind: 'invalid' }],
    ['the docs server', { kind: 'invalid' }],
  ])('%s is wrong', (text, fault) => {
    expect(addressFault(text)).toEqual(fault);
  });

  it.each([
    'https://mcp.example.com/mcp',
    'HTTP://localhost:3000/sse?x=https://y',
    ' https://mcp.example.com/mcp ',
    '${MCP_URL}',
    '${input:url}/mcp',
    '$MCP_URL',
    '%MCP_URL%/mcp',
    '{env:MCP_URL}',
    '<your server>',
    'https://${HOST}/mcp',
    'https://$HOST/mcp',
    'https://<host>/mcp',
    'http://[::1]:3000/mcp',
    'https://müller.example/mcp',
    'http:localhost:3000/mcp',
    'unix:///tmp/mcp.sock',
    'pipe:///mcp',
    'https://user:pa%20ss@mcp.example.com/mcp?key=a%20b',
  ])('%s may be right', (text) => {
    expect(addressFault(text)).toBeUndefined();
  });
});
