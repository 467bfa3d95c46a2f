import type { Row } from '../row.ts';
import { commandArgsEnv, enabled, urlHeaders } from './shapes.ts';

export default {
  id: 'zed',
  name: 'Zed',
  kind: 'editor',
  tolerance: 'comments-and-commas',
  layout: { kind: 'map', at: ['context_servers'] },
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnv,
    http: urlHeaders,
    untypedUrl: 'http',
    unsure: ['sse'],
    commandMap: 'migrated',
    fields: ['timeout', 'remote', 'oauth', 'settings', 'source'],
    withoutStart: { fields: ['settings'], only: ['enabled', 'source', 'remote'], is: 'brought by an extension of Zed' },
    switch: enabled,
    timeout: { key: 'timeout', unit: 's' },
    startTimeout: { key: 'timeout', unit: 's' },
  },
  startsIn: 'workspace',
  files: [
    { at: './.zed/settings.json' },
    {
      at: {
        darwin: '~/.config/zed/settings.json',
        linux: ['<userData>/zed/settings.json', '$FLATPAK_XDG_CONFIG_HOME/zed/settings.json'],
        win32: '<userData>/Zed/settings.json',
      },
    },
  ],
  detect: [
    { program: 'zed' },
    { program: 'zeditor' },
    { program: 'zedit' },
    { path: { darwin: '<applications>/Zed.app' } },
    { path: { darwin: '~/.config/zed', linux: ['<userData>/zed', '$FLATPAK_XDG_CONFIG_HOME/zed'], win32: '<userData>/Zed' } },
  ],
  strays: [{ darwin: '<userData>/Zed/settings.json' }],
  path: 'shell',
  reload: 'Nothing to do: Zed restarts a changed server when the file is saved (a project asks for trust first).',
  afterRemoval: 'Nothing to do: Zed reads the file again when it is saved.',
  limits: { start: { seconds: 60 } },
  signIn: 'Sign in with the button beside the server in the agent settings of Zed.',
  docs: 'https://zed.dev/docs/ai/mcp',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/zed-industries/zed/blob/main/crates/settings_content/src/project.rs',
    places: { at: 'https://zed.dev/docs/ai/mcp', read: '2026-11-01' },
    tolerance: { at: 'https://zed.dev/docs/configuring-zed', read: '2026-11-01' },
    variables: { at: 'https://zed.dev/docs/ai/mcp', read: '2026-11-01' },
    start: 'https://github.com/zed-industries/zed/blob/main/crates/project/src/context_server_store.rs',
    // The limit of every request, "initialize" among them.
    limits: 'https://github.com/zed-industries/zed/blob/main/crates/context_server/src/client.rs',
    signIn: 'https://github.com/zed-industries/zed/blob/main/crates/project/src/context_server_store.rs',
  },
  unverified: ['Whether servers with SSE only work.', 'That servers get the environment of the login shell on macOS.'],
} as const satisfies Row;
