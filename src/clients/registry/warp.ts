import type { Client } from '../client.ts';
import { commandArgsEnv, mcpServers, plain, servers } from './shapes.ts';

export default {
  id: 'warp',
  name: 'Warp',
  kind: 'desktop app',
  setup: 'automatic',
  format: 'json',
  // serde_json: app/src/ai/mcp/parsing.rs
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  layout: mcpServers,
  // find_servers_under_known_keys in crates/cloud_object_models/src/mcp.rs
  alsoReads: [{ kind: 'map', at: ['mcp', 'servers'] }, servers, mcpServers, { kind: 'map', at: ['mcp_servers'] }],
  readsOneLayout: true,
  entry: { ...plain, stdio: { ...commandArgsEnv, cwd: 'working_directory' }, fields: ['description'] },
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.warp/.mcp.json' },
      write: 'create',
      startsIn: 'workspace',
      note: 'In the root of the repository. The files of Claude Code, Codex and .agents/.mcp.json are read where the person has switched that on.',
    },
    { scope: 'global', at: { from: 'home', path: '.warp/.mcp.json' }, write: 'create', startsIn: 'home' },
  ],
  detect: [
    { kind: 'path', at: { darwin: { from: 'applications', path: 'Warp.app' } } },
    { kind: 'program', name: 'warp-terminal' },
    { kind: 'path', at: { from: 'home', path: '.warp' } },
  ],
  variables: ['${NAME}'],
  // substitute_env_vars in app/src/ai/mcp/file_mcp_watcher.rs: one that is missing or empty fails the file.
  unsetVariable: { stops: 'file' },
  // The PATH of the person's terminal session: app/src/ai/mcp/templatable_manager/native.rs
  path: 'shell',
  reload: 'Nothing to do: Warp picks the change up by itself.',
  docs: 'https://docs.warp.dev/agent-platform/capabilities/mcp/',
  sources: {
    row: { at: 'https://github.com/warpdotdev/warp/blob/master/resources/bundled/skills/add-mcp-server/SKILL.md', read: '2026-11-22' },
    places: { at: 'https://github.com/warpdotdev/warp/blob/master/app/src/ai/mcp/mod.rs', read: '2026-11-22' },
    entry: { at: 'https://github.com/warpdotdev/warp/blob/master/app/src/ai/mcp/parsing.rs', read: '2026-11-22' },
    tolerance: { at: 'https://github.com/warpdotdev/warp/blob/master/app/src/ai/mcp/parsing.rs', read: '2026-11-22' },
    variables: { at: 'https://github.com/warpdotdev/warp/blob/master/app/src/ai/mcp/file_mcp_watcher.rs', read: '2026-11-22' },
    start: { at: 'https://github.com/warpdotdev/warp/blob/master/app/src/ai/mcp/templatable_manager/native.rs', read: '2026-11-22' },
    switches: { at: 'https://docs.warp.dev/agent-platform/capabilities/mcp/', read: '2026-11-01' },
    limits: 'none',
    signIn: 'none',
  },
  unverified: [],
} as const satisfies Client;
