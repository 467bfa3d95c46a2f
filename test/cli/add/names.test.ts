import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packageOf, withoutVersion } from '../../../src/cli/add/launched-package.ts';
import { nameOfAddress, nameOfCommand, nameOfPackage } from '../../../src/cli/add/names.ts';

describe('the name of an address', () => {
  it.each([
    // The cases of the tests of add-mcp 2.4.0, with the name it gives.
    ['https://mcp.example.com/api', 'example'],
    ['https://api.company.com/mcp/v1', 'company'],
    ['https://mcp.neon.tech/mcp', 'neon'],
    ['https://workos.com/mcp', 'workos'],
    ['https://mcp.sentry.io/api', 'sentry'],
    ['https://example.com/mcp', 'example'],
    // It gives "localhost" for both of these, so that the second server clashes with the first.
    ['http://localhost:3000/mcp', 'localhost-3000'],
    ['http://127.0.0.1:8931/sse', 'localhost-8931'],
    // It gives "docs", "docs", "learn", "server", "my-server", "example", "10".
    ['https://docs.mcp.cloudflare.com/mcp', 'cloudflare-docs'],
    ['https://mcp.docs.astro.build/mcp', 'astro-docs'],
    ['https://learn.microsoft.com/api/mcp', 'microsoft-learn'],
    ['https://server.smithery.ai/@upstash/context7-mcp/mcp', 'context7'],
    ['https://my-server.ada.workers.dev/sse', 'my'],
    ['https://weather-mcp.ada.workers.dev/sse', 'weather'],
    ['https://www.example.co.uk/mcp', 'example'],
    ['http://10.0.0.5:8080/mcp', '10-0-0-5'],
    ['https://mcp.linear.app/sse', 'linear'],
    ['https://huggingface.co/mcp?login', 'huggingface'],
    ['https://mcp.eu.postman.com/mcp', 'postman'],
    ['https://intranet/mcp', 'intranet'],
    ['https://linear-mcp.example.com/', 'example-linear'],
    ['https://ada:secret@mcp.example.com/s/0123456789abcdef/mcp', 'example'],
    ['https://mcp.münchen.de/mcp', 'xn-mnchen-3ya'],
  ])('%s: %s', (url, name) => {
    expect(nameOfAddress(url)).toBe(name);
  });

  it('holds nothing of the path, the query or the credentials, which may be secret', () => {
    const secret = fc.stringMatching(/^[a-f0-9]{16}$/);
    fc.assert(
      fc.property(secret, (text) => {
        const name = nameOfAddress(`https://${text}:${text}@mcp.example.com/${text}/mcp?key=${text}#${text}`);
        expect(name).toBe('example');
      }),
    );
  });

  it('is a name that every assistant takes, or none', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        expect(nameOfAddress(url) ?? 'none').toMatch(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the name of a package', () => {
  it.each([
    // The cases of the tests of add-mcp 2.4.0, with the name it gives.
    ['mcp-server-postgres', 'postgres'],
    ['@modelcontextprotocol/server-postgres', 'postgres'],
    ['mcp-server-github@1.0.0', 'github'],
    ['server-filesystem', 'filesystem'],
    ['github-mcp', 'github'],
    // It gives "mcp-server" for this one and for @sentry/mcp-server, and "mcp" for the next.
    ['@org/mcp-server@2.0.0', 'org'],
    ['@playwright/mcp@latest', 'playwright'],
    // It gives "notion-mcp-server", "actors-mcp-server", "circleci".
    ['@notionhq/notion-mcp-server', 'notion'],
    ['@apify/actors-mcp-server', 'actors'],
    ['@circleci/mcp-server-circleci', 'circleci'],
    ['@upstash/context7-mcp', 'context7'],
    ['chrome-devtools-mcp@latest', 'chrome-devtools'],
    ['mcp-x', 'x'],
    ['mcp', undefined],
  ])('npm %s: %s', (spec, name) => {
    expect(nameOfPackage(withoutVersion(spec, 'npm'), 'npm')).toBe(name);
  });

  it.each([
    ['mcp-server-git', 'git'],
    ['mcp_server_time', 'time'],
    ['awslabs.aws-documentation-mcp-server@latest', 'aws-documentation'],
    ['redis-mcp-server[extra]==1.2', 'redis'],
  ])('PyPI %s: %s', (spec, name) => {
    expect(nameOfPackage(withoutVersion(spec, 'pypi'), 'pypi')).toBe(name);
  });

  it.each([
    ['mcp/brave-search', 'brave-search'],
    ['ghcr.io/github/github-mcp-server', 'github'],
    ['hashicorp/terraform-mcp-server:0.2.3', 'terraform'],
    ['localhost:5000/mcp-server', undefined],
  ])('image %s: %s', (spec, name) => {
    expect(nameOfPackage(withoutVersion(spec, 'image'), 'image')).toBe(name);
  });
});

describe('the name of a command line', () => {
  it.each([
    // The cases of the tests of add-mcp 2.4.0. It gives "server" for the second and "mcp_server" for the third.
    ['npx -y @modelcontextprotocol/server-postgres', 'postgres'],
    ['node /home/ada/weather/build/index.js --port 3000', 'weather'],
    ['python -m mcp_server_git', 'git'],
    ['npx -y mcp-server-github --token abc123', 'github'],
    // It gives "run", "tool", "dlx", "mcp-remote", "--from".
    ['docker run -i --rm -e GITHUB_TOKEN -v /a:/b ghcr.io/github/github-mcp-server stdio', 'github'],
    ['uv tool run mcp-server-fetch', 'fetch'],
    ['pnpm dlx @playwright/mcp', 'playwright'],
    ['npx -y mcp-remote https://mcp.linear.app/sse', 'linear'],
    ['uvx --from git+https://github.com/oraios/serena serena start-mcp-server', 'serena'],
    ['npx --package=@a/b-mcp run-it', 'run-it'],
    ['cmd /c npx -y @upstash/context7-mcp', 'context7'],
    ['/usr/local/bin/github-mcp-server stdio', 'github'],
    ['node dist/index.js', undefined],
    ['python server.py', undefined],
  ])('%s: %s', (line, name) => {
    expect(nameOfCommand(line.split(' '))).toBe(name);
  });
});

describe('the package of a command line', () => {
  it.each([
    ['npx -y pkg@1 --flag', { registry: 'npm', name: 'pkg' }],
    ['npx -y -p @a/b c', { registry: 'npm', name: '@a/b', program: 'c' }],
    ['uvx --python 3.12 mcp-server-git', { registry: 'pypi', name: 'mcp-server-git' }],
    ['env A=b npx pkg', { registry: 'npm', name: 'pkg' }],
    ['npx', undefined],
    ['node server.js', undefined],
  ])('%s', (line, expected) => {
    expect(packageOf(line.split(' '))).toEqual(expected);
  });
});
