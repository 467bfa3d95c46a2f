import type { Row } from '../row.ts';
import { commandArgsEnv, mcpServers, plain, servers } from './shapes.ts';

export default {
  id: 'warp',
  name: 'Warp',
  kind: 'desktop app',
  // serde_json: app/src/ai/mcp/parsing.rs
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  // find_servers_under_known_keys in crates/cloud_object_models/src/mcp.rs
  alsoReads: [{ kind: 'map', at: ['mcp', 'servers'] }, servers, mcpServers, { kind: 'map', at: ['mcp_servers'] }],
  readsOneLayout: true,
  entry: { ...plain, stdio: { ...commandArgsEnv, cwd: 'working_directory' }, fields: ['description'] },
  startsIn: 'workspace',
  files: [
    {
      at: './.warp/.mcp.json',
      note: 'In the root of the repository. The files of Claude Code, Codex and .agents/.mcp.json are read where the person has switched that on.',
    },
    { at: '~/.warp/.mcp.json', startsIn: 'home' },
  ],
  detect: [{ path: { darwin: '<applications>/Warp.app' } }, { program: 'warp-terminal' }, { path: '~/.warp' }],
  variables: ['${NAME}'],
  // substitute_env_vars in app/src/ai/mcp/file_mcp_watcher.rs: one that is missing or empty fails the file.
  unsetVariable: { stops: 'file' },
  // The PATH of the person's terminal session: app/src/ai/mcp/templatable_manager/native.rs
  path: 'shell',
  reload: 'Nothing to do: Warp picks the change up by itself.',
  docs: 'https://docs.warp.dev/agent-platform/capabilities/mcp/',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/warpdotdev/warp/blob/master/resources/bundled/skills/add-mcp-server/SKILL.md',
    places: 'https://github.com/warpdotdev/warp/blob/master/app/src/ai/mcp/mod.rs',
    entry: 'https://github.com/warpdotdev/warp/blob/master/app/src/ai/mcp/parsing.rs',
    tolerance: 'https://github.com/warpdotdev/warp/blob/master/app/src/ai/mcp/parsing.rs',
    variables: 'https://github.com/warpdotdev/warp/blob/master/app/src/ai/mcp/file_mcp_watcher.rs',
    start: 'https://github.com/warpdotdev/warp/blob/master/app/src/ai/mcp/templatable_manager/native.rs',
    switches: { at: 'https://docs.warp.dev/agent-platform/capabilities/mcp/', read: '2026-11-01' },
    limits: 'none',
    signIn: 'none',
  },
} as const satisfies Row;
