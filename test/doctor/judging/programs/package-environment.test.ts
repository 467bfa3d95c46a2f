import { describe, expect, it } from 'vitest';
import { packageEnvironment } from '../../../../src/doctor/judging/programs/package-environment.ts';

describe('the environment that a program belongs to', () => {
  it.each([
    ['/Users/ada/srv/.venv/bin/python', 'venv', '/Users/ada/srv/.venv'],
    ['/home/ada/srv/venv/bin/python3.12', 'venv', '/home/ada/srv/venv'],
    ['/home/ada/srv/env/bin/uvicorn', 'venv', '/home/ada/srv/env'],
    ['/home/ada/mcp-env/bin/python', 'venv', '/home/ada/mcp-env'],
    ['/home/ada/.venvs/../.venv3/bin/python', 'venv', '/home/ada/.venvs/../.venv3'],
    ['C:\\work\\srv\\.venv\\Scripts\\python.exe', 'venv', 'C:\\work\\srv\\.venv'],
    ['/home/ada/.virtualenvs/srv/bin/python', 'pipenv', '/home/ada/.virtualenvs/srv'],
    ['/home/ada/.local/share/virtualenvs/srv-Ab1/bin/python', 'pipenv', '/home/ada/.local/share/virtualenvs/srv-Ab1'],
    ['/home/ada/.cache/pypoetry/virtualenvs/srv-x-py3.12/bin/python', 'poetry', '/home/ada/.cache/pypoetry/virtualenvs/srv-x-py3.12'],
    [
      'C:\\Users\\ada\\AppData\\Local\\pypoetry\\Cache\\virtualenvs\\srv-x\\Scripts\\python.exe',
      'poetry',
      'C:\\Users\\ada\\AppData\\Local\\pypoetry\\Cache\\virtualenvs\\srv-x',
    ],
    ['/opt/miniconda3/envs/mcp/bin/python', 'conda', '/opt/miniconda3/envs/mcp'],
    ['C:\\Users\\ada\\miniconda3\\envs\\mcp\\python.exe', 'conda', 'C:\\Users\\ada\\miniconda3\\envs\\mcp'],
    ['/home/ada/.pyenv/versions/tools/bin/python', 'pyenv', '/home/ada/.pyenv/versions/tools'],
    ['/home/ada/.pyenv/versions/3.11.4/envs/tools/bin/python', 'pyenv', '/home/ada/.pyenv/versions/3.11.4/envs/tools'],
    ['/home/ada/.pyenv/versions/3.11.4/bin/python', 'interpreter', '/home/ada/.pyenv/versions/3.11.4'],
    ['/home/ada/.rbenv/versions/3.1.0/bin/ruby', 'interpreter', '/home/ada/.rbenv/versions/3.1.0'],
    ['/home/ada/work/bin/python3', 'interpreter', '/home/ada/work'],
    ['C:\\Python311\\python.exe', 'interpreter', 'C:\\Python311'],
    ['/home/ada/.local/share/uv/tools/mcp-server-fetch/bin/python', 'uv-tool', '/home/ada/.local/share/uv/tools/mcp-server-fetch'],
    [
      'C:\\Users\\ada\\AppData\\Roaming\\uv\\data\\tools\\x\\Scripts\\x.exe',
      'uv-tool',
      'C:\\Users\\ada\\AppData\\Roaming\\uv\\data\\tools\\x',
    ],
    ['/home/ada/.local/share/pipx/venvs/mcp/bin/mcp', 'pipx', '/home/ada/.local/share/pipx/venvs/mcp'],
    ['/home/ada/web/node_modules/.bin/tsx', 'node-modules', '/home/ada/web/node_modules'],
  ])('%s: %s', (path, kind, root) => {
    expect(packageEnvironment(path, /^[A-Z]:/.test(path) ? 'win32' : 'linux')).toMatchObject({ kind, root });
  });

  it.each([
    '/usr/bin/env',
    '/usr/bin/python3',
    '/opt/homebrew/bin/python3.11',
    '/opt/homebrew/Cellar/python@3.11/3.11.4/bin/python3.11',
    '/home/ada/.pyenv/shims/python',
    '/home/ada/.local/bin/python3.12',
    '/home/ada/.nvm/versions/node/v20.11.1/bin/node',
    '/home/ada/.nvm/versions/node/v20.11.1/bin/mcp-server-x',
    '/home/ada/.volta/bin/node',
    '/home/ada/.cargo/bin/server',
    '/home/ada/.rbenv/bin/rbenv',
    '/home/ada/environment/bin/server',
  ])('%s may be anywhere', (path) => {
    expect(packageEnvironment(path, 'linux')).toBeUndefined();
  });
});
