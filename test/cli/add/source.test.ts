import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandLine, sourceOf } from '../../../src/cli/add/source.ts';

describe('what an argument of "snap mcp add" is', () => {
  it.each([
    ['  https://example.com/mcp  ', { kind: 'address', url: 'https://example.com/mcp' }],
    ['HTTPS://example.com/mcp', { kind: 'address', url: 'HTTPS://example.com/mcp' }],
    ['https://gitlab.com/api/v4/mcp', { kind: 'address', url: 'https://gitlab.com/api/v4/mcp' }],
    ['@scope/server-x', { kind: 'package', registry: 'npm', spec: '@scope/server-x' }],
    ['@scope/server-x@1.2.3', { kind: 'package', registry: 'npm', spec: '@scope/server-x@1.2.3' }],
    ['npm:x-mcp@latest', { kind: 'package', registry: 'npm', spec: 'x-mcp@latest' }],
    ['pypi:mcp-server-git', { kind: 'package', registry: 'pypi', spec: 'mcp-server-git' }],
    ['uvx:pkg[extra]==1.2', { kind: 'package', registry: 'pypi', spec: 'pkg[extra]==1.2' }],
    ['docker:mcp/github:1', { kind: 'image', image: 'mcp/github:1' }],
    ['docker://mcp/github', { kind: 'image', image: 'mcp/github' }],
    ['npx -y pkg --flag', { kind: 'command line', text: 'npx -y pkg --flag' }],
    ['./server.js', { kind: 'file', path: './server.js' }],
    ['C:\\tools\\server.exe', { kind: 'file', path: 'C:\\tools\\server.exe' }],
    ['~/bin/server', { kind: 'file', path: '~/bin/server' }],
    // Of a bare word nobody can tell the registry.
    ['context7', { kind: 'word', word: 'context7' }],
    ['mcp-server-postgres', { kind: 'word', word: 'mcp-server-postgres' }],
    ['pkg@1.0.0', { kind: 'word', word: 'pkg@1.0.0' }],
    ['https://github.com/upstash/context7', { kind: 'repository', text: 'https://github.com/upstash/context7' }],
    ['git+https://github.com/a/b', { kind: 'repository', text: 'git+https://github.com/a/b' }],
    ['github:a/b', { kind: 'repository', text: 'github:a/b' }],
    // Nearly an address.
    ['htps://example.com/mcp', { kind: 'unknown', instead: 'https://example.com/mcp' }],
    ['ws://example.com/mcp', { kind: 'unknown', instead: 'https://example.com/mcp' }],
    ['file:///etc/passwd', { kind: 'unknown' }],
    ['mcp.linear.app/mcp', { kind: 'unknown', instead: 'https://mcp.linear.app/mcp' }],
    ['localhost:3000/mcp', { kind: 'unknown', instead: 'http://localhost:3000/mcp' }],
    ['npm:-rf', { kind: 'unknown' }],
    ['npm:a;b', { kind: 'unknown' }],
    ['--version', { kind: 'unknown' }],
    ['@scope', { kind: 'unknown' }],
    ['', { kind: 'unknown' }],
    ['https://', { kind: 'unknown' }],
  ])('%s', (argument, source) => {
    expect(sourceOf(argument)).toEqual(source);
  });

  it('never makes an option of npx, uvx or docker of a package', () => {
    fc.assert(
      fc.property(fc.constantFrom('npm:', 'pypi:', 'docker:', '@', ''), fc.string(), (prefix, text) => {
        const source = sourceOf(prefix + text);
        if (source.kind === 'package') expect(source.spec).toMatch(/^[@~\w]/);
        if (source.kind === 'image') expect(source.image).toMatch(/^\w/);
      }),
    );
  });
});

describe('a command line in one argument', () => {
  it.each([
    ['npx -y pkg --flag', ['npx', '-y', 'pkg', '--flag'], {}],
    ['A=b C="d e" uvx pkg "two words"', ['uvx', 'pkg', 'two words'], { A: 'b', C: 'd e' }],
    ['A=b C="d uvx pkg', [], undefined],
    ['A=b uvx pkg "two words"', ['uvx', 'pkg', 'two words'], { A: 'b' }],
    ['npx pkg --key ${API_KEY} --url=https://a.b/?c=d&e=f', ['npx', 'pkg', '--key', '${API_KEY}', '--url=https://a.b/?c=d&e=f'], {}],
  ] as const)('%s', (text, words, env) => {
    if (env === undefined) return expect(() => commandLine(text)).toThrow('Only a shell');
    expect(commandLine(text)).toEqual({ words, env: new Map(Object.entries(env)) });
  });

  it.each([
    'cd x && npx pkg',
    'npx pkg | tee log',
    'npx pkg > log',
    'npx $(cat pkg)',
    'npx `x` pkg',
    'npx "pkg',
    'npx pkg;',
    'A=b',
    'npx pkg 2>/dev/null',
  ])('is refused where only a shell could run it: %s', (text) => {
    expect(() => commandLine(text)).toThrow('Only a shell could run this command line');
  });
});
