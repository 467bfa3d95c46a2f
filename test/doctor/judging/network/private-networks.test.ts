import { describe, expect, it } from 'vitest';
import { isPrivate, transportByPath } from '../../../../src/doctor/judging/network/address.ts';

describe('a private host', () => {
  it.each([
    '10.0.0.5',
    '192.168.1.20',
    '172.16.0.1',
    '172.31.255.1',
    '100.64.0.1',
    'nas.local',
    'host.docker.internal',
    'api.internal',
    'redis',
    '[fd00::1]',
  ])('is %s', (host) => {
    expect(isPrivate(host)).toBe(true);
  });
  it.each([
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '11.0.0.1',
    'example.com',
    'local.example.com',
    '10.0.0.5.example.com',
    '[2001:db8::1]',
  ])('is not %s', (host) => {
    expect(isPrivate(host)).toBe(false);
  });
});

describe('the end of an address', () => {
  it.each([
    ['https://a.example.com/mcp', 'http'],
    ['https://a.example.com/api/mcp/', 'http'],
    ['https://a.example.com/mcp?key=/sse', 'http'],
    ['https://a.example.com/sse', 'sse'],
    ['https://a.example.com/sse/#x', 'sse'],
    ['https://a.example.com/mcp/v2', undefined],
    ['https://mcp', undefined],
    ['https://a.example.com/', undefined],
    ['${URL}', undefined],
  ])('of %s says %s', (url, transport) => {
    expect(transportByPath(url)).toBe(transport);
  });
});
