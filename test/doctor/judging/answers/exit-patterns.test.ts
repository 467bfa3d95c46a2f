import { describe, expect, it } from 'vitest';
import { exitCause, exitPatterns } from '../../../../src/doctor/judging/answers/exit-patterns.ts';
import { cpuTime } from '../../../support/cpu-time.ts';

/** What runtimes, package managers and servers write before they end, and what is made of it. */
const outputs: readonly (readonly [output: string, id: string, name?: string])[] = [
  ['npm error code ENOENT\nnpm error path C:\\Users\\ada\\${APPDATA}\\npm', 'appdata-unexpanded'],
  [
    "npm error code E404\nnpm error 404 Not Found - GET https://registry.example/@a%2fb - Not found\nnpm error 404\nnpm error 404  '@a/b@*' is not in this registry.",
    'package-unknown',
    '@a/b@*',
  ],
  ['npm ERR! code E404', 'package-unknown'],
  ['npm error code ETARGET\nnpm error notarget No matching version found for left-pad@9.9.9.', 'package-version-unknown'],
  [
    "Error: Cannot find module '/home/ada/.npm/_npx/4ec1a2b3c4d5e6f7/node_modules/plur/dist/index.js'",
    'npx-cache-broken',
    '/home/ada/.npm/_npx/4ec1a2b3c4d5e6f7',
  ],
  [
    'Python was not found; run without arguments to install from the Microsoft Store, or disable this shortcut from Settings',
    'python-not-installed',
  ],
  ['npm error could not determine executable to run', 'package-runs-nothing'],
  ['npm error code ENOTFOUND\nnpm error network request to https://registry.example failed', 'registry-unreachable'],
  [
    '  × No solution found when resolving tool dependencies:\n  ╰─▶ Because nosuch was not found in the package registry and you require nosuch',
    'python-package-unknown',
    'nosuch',
  ],
  ['ERROR: No matching distribution found for nosuch-mcp', 'python-package-unknown', 'nosuch-mcp'],
  ["Error: Cannot find module '/opt/files/server.js'\n    at Function._resolveFilename", 'file-missing', '/opt/files/server.js'],
  ["Error: Cannot find module 'C:\\tools\\server.js'", 'file-missing', 'C:\\tools\\server.js'],
  ["python3: can't open file '/opt/server.py': [Errno 2] No such file or directory", 'file-missing', '/opt/server.py'],
  ["Error: ENOENT: no such file or directory, open '/home/ada/config.json'", 'file-missing', '/home/ada/config.json'],
  ["FileNotFoundError: [Errno 2] No such file or directory: 'tokens.json'", 'file-missing', 'tokens.json'],
  ["Error: Cannot find module 'express'\nRequire stack:\n- /opt/files/server.js", 'module-missing', 'express'],
  ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /opt/files/server.js", 'module-missing', 'zod'],
  ["ModuleNotFoundError: No module named 'mcp.server'", 'module-missing', 'mcp.server'],
  ['/usr/bin/python3: No module named mcp_server_git', 'module-missing', 'mcp_server_git'],
  ['ReferenceError: File is not defined\n    at file:///x.js:3:11\n\nNode.js v18.12.1', 'node-too-old'],
  ["SyntaxError: Unexpected token '??='", 'node-too-old'],
  ['Error: This package requires Node.js version 20 or higher', 'node-too-old', '20'],
  ['Error [ERR_REQUIRE_ESM]: require() of ES Module /a.js not supported.', 'node-too-old'],
  ['The module was compiled against a different Node.js version using NODE_MODULE_VERSION 108.', 'node-too-old'],
  ['npm warn EBADENGINE Unsupported engine { package: x }', 'node-too-old'],
  // Node.js before 16 writes "internal/modules" without "node:" in front.
  ['SyntaxError: Unexpected token .\n    at wrapSafe (internal/modules/cjs/loader.js:915:16)', 'node-too-old'],
  ["SyntaxError: Unexpected token '.'\n    at Loader.moduleStrategy (internal/modules/esm/translators.js:133:18)", 'node-too-old'],
  ["import { a } from 'b';\n       ^\n\nSyntaxError: Unexpected token {\n    at Module._compile", 'node-too-old'],
  ["import x from 'y';\n       ^\n\nSyntaxError: Unexpected identifier", 'node-too-old'],
  ["Error: Cannot find module 'node:fs'\nRequire stack:\n- /a.js", 'node-too-old'],
  ["import x from 'y';\n^^^^^^\n\nSyntaxError: Cannot use import statement outside a module", 'module-kind'],
  ["SyntaxError: Unexpected token 'export'", 'module-kind'],
  ["ModuleNotFoundError: No module named 'pydantic_core._pydantic_core'", 'module-compiled-for-another', 'pydantic_core._pydantic_core'],
  ["TypeError: unsupported operand type(s) for |: 'type' and 'NoneType'", 'python-too-old'],
  ["ERROR: Package 'x' requires a different Python: 3.9.6 not in '>=3.10'", 'python-too-old'],
  ['Error: GITHUB_PERSONAL_ACCESS_TOKEN environment variable is required', 'variable-missing', 'GITHUB_PERSONAL_ACCESS_TOKEN'],
  ['Missing required environment variable: SLACK_BOT_TOKEN', 'variable-missing', 'SLACK_BOT_TOKEN'],
  ['Please set the NOTION_API_KEY environment variable', 'variable-missing', 'NOTION_API_KEY'],
  ['Error: `BRAVE_API_KEY` must be set', 'variable-missing', 'BRAVE_API_KEY'],
  ["KeyError: 'API_KEY'", 'variable-missing', 'API_KEY'],
  ['ValueError: DATABASE_URL not set', 'variable-missing', 'DATABASE_URL'],
  ['npm warn EBADENGINE Unsupported engine\nError: SENTRY_TOKEN is missing', 'variable-missing', 'SENTRY_TOKEN'],
  ['Error: listen EADDRINUSE: address already in use :::3000', 'port-in-use', '3000'],
  ['Error: listen EADDRINUSE: address already in use 127.0.0.1:8765', 'port-in-use', '8765'],
  ['OSError: [Errno 98] Address already in use', 'port-in-use'],
  ['Error: Port 3456 is already in use', 'port-in-use', '3456'],
  [
    "[Errno 10048] error while attempting to bind on address ('127.0.0.1', 3456): only one usage of each socket address",
    'port-in-use',
    '3456',
  ],
  ['docker: Error response from daemon: Bind for 0.0.0.0:8080 failed: port is already allocated.', 'port-in-use', '8080'],
  ['docker: permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock', 'docker-refused'],
  ['docker: failed to connect to the docker API at unix:///var/run/docker.sock; check if the path is correct', 'docker-not-running'],
  ['open //./pipe/docker_engine: The system cannot find the file specified.', 'docker-not-running'],
  ['Cannot connect to Podman. Please verify your connection', 'podman-not-running'],
  [
    'npm error code ENOTEMPTY\nnpm error syscall rename\nnpm error path ~/.npm/_npx/4ec1a2b3c4d5e6f7/node_modules/plur',
    'npx-cache-left',
    '~/.npm/_npx/4ec1a2b3c4d5e6f7',
  ],
  ["'C:\\Program' is not recognized as an internal or external command,", 'split-at-space', 'C:\\Program'],
  ['docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?', 'docker-not-running'],
  ['the input device is not a TTY', 'terminal-needed'],
  [
    "Unable to find image 'mcp/nosuch:latest' locally\ndocker: Error response from daemon: pull access denied for mcp/nosuch, repository does not exist",
    'image-unknown',
    'mcp/nosuch',
  ],
  ['env: node: No such file or directory', 'program-missing', 'node'],
  ['/usr/bin/env: ‘node’: No such file or directory', 'program-missing', 'node'],
  ['sh: 1: uv: not found', 'program-missing', 'uv'],
  ['bash: line 1: bun: command not found', 'program-missing', 'bun'],
  ["'npx' is not recognized as an internal or external command,", 'program-missing', 'npx'],
  ['Error: spawn git ENOENT', 'program-missing', 'git'],
  ['/bin/sh: ./server: cannot execute binary file: Exec format error', 'wrong-platform'],
  ["error: unknown option '--workspce'", 'wrong-option', '--workspce'],
  ['/usr/local/bin/node: bad option: --stdio', 'wrong-option', '--stdio'],
  ["error: unexpected argument '--fast' found", 'wrong-option', '--fast'],
  ['server.py: error: unrecognized arguments: --stdio', 'wrong-option', '--stdio'],
  ["error: missing required argument 'directory'", 'argument-missing', 'directory'],
  ['server.py: error: the following arguments are required: --db-path', 'argument-missing', '--db-path'],
  ["Error: EACCES: permission denied, open '/var/lib/x'", 'no-permission'],
  ["PermissionError: [Errno 13] Permission denied: '/root'", 'no-permission'],
  ['Error: connect ECONNREFUSED 127.0.0.1:5432', 'service-refused', '127.0.0.1:5432'],
  ['Error: getaddrinfo ENOTFOUND db.internal', 'host-unknown', 'db.internal'],
  ['Error: Request failed: 401 Unauthorized', 'key-refused'],
  ['Invalid API key', 'key-refused'],
  ["Error: EMFILE: too many open files, open '/opt/a.js'", 'files-exhausted'],
  ['OSError: [Errno 24] Too many open files', 'files-exhausted'],
  ['FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory', 'out-of-memory'],
  ['Usage: server <directory>', 'usage-shown'],
];

const examples = outputs.map(([output, id, name]) => ({ output, id, name }));

describe('the last words of a server', () => {
  it.each(examples)('$output', ({ output, id, name }) => {
    expect(exitCause(output)).toMatchObject({ id, name });
  });

  it.each(examples)('leave no blank in the words: $output', ({ output }) => {
    const { words, hint } = exitCause(output) ?? { words: '', hint: '' };
    expect(words).toMatch(/\S$/);
    expect(words + hint).not.toMatch(/\$\d| {2}|""/);
  });

  it.each([
    '',
    'Secure MCP Filesystem Server running on stdio',
    'Goodbye.',
    'Loaded 3 tools from config',
    'INFO shutting down',
    'SyntaxError: Unexpected token { in JSON at position 4\n    at JSON.parse',
  ])('mean nothing: %s', (output) => {
    expect(exitCause(output)).toBeUndefined();
  });

  it('are each known by an example', () => {
    expect(new Set(outputs.map(([, id]) => id))).toEqual(new Set(exitPatterns.map(({ id }) => id)));
  });

  it('take no time to be looked through, whatever they are', () => {
    const long = `${'missing the a an your required '.repeat(400)}${'A_'.repeat(3_000)} 404 ${"'".repeat(3_000)}`;
    expect(cpuTime(() => exitCause(long))).toBeLessThan(2_000);
  });
});
