import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clients } from '../../../../src/clients/index.ts';
import { diagnostics } from '../../../../src/doctor/diagnostics/index.ts';
import { examine } from '../../../../src/doctor/examine.ts';
import type { ConfigFinding } from '../../../../src/doctor/diagnostic.ts';
import { memorySystem } from '../../../support/memory-system.ts';

const home = '/home/ada';

/** What is found in the user file of Cursor. */
async function findingsOf(servers: object): Promise<readonly ConfigFinding[]> {
  const system = memorySystem({
    home,
    cwd: `${home}/project`,
    env: { HOME: home, PATH: '/usr/bin' },
    files: { [`${home}/.cursor/mcp.json`]: JSON.stringify({ mcpServers: servers }, undefined, 2), '/usr/bin/npx': '#!/usr/bin/env node\n' },
    modes: { '/usr/bin/npx': 0o755 },
  });
  const { findings } = await examine(system, {
    workspace: { path: `${home}/project`, isProject: true },
    clients: clients.filter(({ id }) => id === 'cursor'),
    program: { node: '/usr/bin/node', file: '/opt/snap/dist/main.js', version: '0.1.0' },
    diagnostics,
  });
  return findings;
}

async function isTold(server: object): Promise<boolean> {
  return (await findingsOf({ docs: server })).some(({ id }) => id === 'plaintext-secret');
}

describe('a plain secret', () => {
  const key = 'q8Zr2LxT7vNc4KpW9sYb';
  it.each([
    ['a secret name', { command: 'npx', env: { API_KEY: key } }],
    ['a token by its form', { command: 'npx', env: { ANYTHING: 'ghp_Qk7ZtXw2NfR9bLc4VdM8sHj1PyG6uEa3TiWo' } }],
    ['a test key of Stripe', { command: 'npx', env: { STRIPE: ['sk', 'test', 'Qk7ZtXw2NfR9bLc4VdM8sHj1'].join('_') } }],
    ['a flag before it', { command: 'npx', args: ['-y', 'x', '--access-token', key] }],
    ['a flag with it', { command: 'npx', args: [`--api-key=${key}`] }],
    ['a pair', { command: 'npx', args: ['-e', `GITHUB_TOKEN=${key}`] }],
    ['a header among the arguments', { command: 'npx', args: ['--header', `Authorization: Bearer ${key}`] }],
    ['a header', { url: 'https://x.example.com/mcp', headers: { Authorization: `Bearer ${key}` } }],
    ['a query', { url: `https://x.example.com/mcp?exaApiKey=${key}` }],
    ['a password in an address', { command: 'npx', args: ['postgres://ada:Vt6mQx2Zr9@db.example.com/main'] }],
    ['a password with a hash sign in an address', { command: 'npx', env: { MQ: 'amqps://ada:geh#eim@mq.acme.io/v' } }],
    [
      'a password in the query of a database',
      { command: 'npx', env: { DB: `jdbc:postgresql://db.acme.io/main?user=ada&password=${key}` } },
    ],
    ['a password of a private network', { command: 'npx', args: ['postgres://ada:Vt6mQx2Zr9@db.internal/main'] }],
    ['a password of an address in a header', { url: 'https://x.acme.io/mcp', headers: { 'X-Up': 'https://ada:Vt6mQx2@up.acme.io' } }],
    ['a line for a shell', { command: 'sh', args: ['-c', `API_KEY=${key} npx -y @acme/docs`] }],
    ['an option in a line for a shell', { command: 'sh', args: ['-c', `npx -y @acme/docs --api-key ${key}`] }],
    ['an address in a setting', { command: 'npx', settings: { db: { main: 'postgres://ada:Vt6mQx2Zr9@db.acme.io/main' } } }],
    ['a token of GitHub', { command: 'npx', settings: { list: [{ x: 'github_pat_11ABCDEFG0123456789abc_Qk7ZtXw2' }] } }],
    ['words under the name of an API key', { command: 'npx', args: ['--api-key=correctHorseBatteryStaple'] }],
    ['a token under the name of another key', { command: 'npx', args: ['--sort-key=ghp_Qk7ZtXw2NfR9bLc4VdM8sHj1PyG6uEa3TiWo'] }],
    ['a field of its own', { url: 'https://x.example.com/mcp', auth: { CLIENT_SECRET: key } }],
  ])('is told with %s', async (_, server) => {
    expect(await isTold(server)).toBe(true);
  });

  it.each([
    ['a variable', { command: 'npx', env: { API_KEY: '${env:API_KEY}' } }],
    ['a foreign variable', { command: 'npx', env: { API_KEY: '{{API_KEY}}' } }],
    ['a placeholder', { command: 'npx', env: { API_KEY: 'your-api-key-here' } }],
    ['a checksum', { command: 'npx', env: { LOCK_SHA: '9f2c1b7d4e8a6035c1d9e7f3b5a8024696d1c3e5f7092b4d6e8fa1c3b5d7e9f1' } }],
    ['a path', { command: 'npx', env: { TOKEN_FILE: '/run/secrets/token', KEY: '~/.ssh/id_ed25519' } }],
    ['the key of a table', { command: 'npx', args: ['--sort-key=createdAt', '--primary-key', 'customer_id_2', '--key=createdAt'] }],
    ['a key for everybody', { command: 'npx', env: { PUBLIC_KEY: key, partitionKey: key } }],
    ['a port and a scope', { command: 'npx', args: ['http://localhost:8080/x@y/z', 'https://x.acme.io:8443/@scope/pkg'] }],
    ['a service beside it', { command: 'npx', env: { DB: 'postgres://ada:Vt6mQx2Zr9@db:5432/main' } }],
    ['letters in order', { command: 'npx', env: { TOKEN: 'ghp_1234567890abcdefghijklmnopqrstuvwxyz' } }],
    [
      'a template',
      { command: 'npx', args: ['postgresql://user:password@db.acme.io/main', 'postgresql://USER:${PASSWORD}@db.acme.io/main'] },
    ],
    ['a line without one', { command: 'sh', args: ['-c', 'AUTH=none npx -y @acme/docs --token-file /run/token --key=$KEY'] }],
    ['a short word', { command: 'npx', env: { AUTH: 'oauth', TOKEN: 'none', SECRET: 'keychain' } }],
    ['a count of tokens', { command: 'npx', args: ['--max-tokens', '4096000000'] }],
    ['a database of this machine', { command: 'npx', args: ['postgres://ada:Vt6mQx2Zr9@localhost/main'] }],
    ['the name of a variable', { command: 'npx', env: { API_KEY_ENV: 'ACME_API_KEY', TOKEN: 'ACME_API_TOKEN_2' } }],
    ['a sentence', { command: 'npx', args: ['--auth', 'Basic authentication-v2 of the team'] }],
    ['an example', { command: 'npx', env: { AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE' } }],
  ])('is not %s', async (_, server) => {
    expect(await isTold(server)).toBe(false);
  });

  it('never shows in any finding', async () => {
    const letters = fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789');
    const secret = fc.array(letters, { minLength: 36, maxLength: 36 }).map((characters) => `ghp_${characters.join('')}`);
    await fc.assert(
      fc.asyncProperty(secret, async (token) => {
        const findings = await findingsOf({
          env: {
            command: 'npx',
            args: `--token ${token}`,
            env: { TOKEN: token, N: [token], M: `$${token}` },
            timeout: 9_000_000,
            transport: token,
          },
          args: {
            command: 'npx',
            args: [
              '--token',
              token,
              `https://ada:${token}@x.example.com/`,
              `$\{${token}}`,
              `{env:${token}}`,
              `$(echo ${token})`,
              `$\{A:-${token}}`,
            ],
          },
          url: {
            url: `http://x.example.com/mcp?key=${token}`,
            headers: { Authorization: `Bearer ${token}`, X: `{{${token}}}` },
            command: '',
          },
          other: { serverUrl: `https://x.example.com/${token}`, type: token },
          nested: { transport: { type: 'http', url: `https://x.example.com/?k=${token}`, headers: [`A: ${token}`] } },
          [`odd ${'x'.repeat(70)}`]: { command: ['npx', token], disabled: true, settings: { secret: token } },
        });
        expect(findings.length).toBeGreaterThan(0);
        const said = findings
          .map(({ message, hint, fix, fingerprint }) => `${message} ${hint ?? ''} ${fix?.says ?? ''} ${fingerprint}`)
          .join('\n');
        expect(said).not.toContain(token);
      }),
      { numRuns: 25 },
    );
  });
});
