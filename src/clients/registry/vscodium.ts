import type { Client } from '../client.ts';
import {
  accessGate,
  legacySettings,
  profileFile,
  unverifiedOfFamily,
  userFile,
  vscodeFamily,
  vscodeProject,
  vscodeSources,
} from './families/vscode.ts';

export default {
  ...vscodeFamily,
  id: 'vscodium',
  name: 'VSCodium',
  files: [
    ...vscodeProject,
    { ...userFile, at: { from: 'userData', path: 'VSCodium/User/mcp.json' } },
    { ...profileFile, at: { from: 'userData', path: 'VSCodium/User/profiles/*/mcp.json' } },
    {
      scope: 'global',
      at: { from: 'userData', path: 'Code - OSS/User/mcp.json' },
      write: 'existing',
      startsIn: 'workspace',
      note: 'Builds that call themselves Code - OSS.',
    },
    { ...legacySettings, at: { from: 'userData', path: 'VSCodium/User/settings.json' } },
  ],
  detect: [
    { kind: 'program', name: 'codium' },
    { kind: 'path', at: { darwin: { from: 'applications', path: 'VSCodium.app' } } },
    { kind: 'path', at: { from: 'userData', path: 'VSCodium/User' } },
  ],
  // https://code.visualstudio.com/docs/agents/run/manage-mcp-servers
  switchElsewhere:
    'VSCodium stores this outside the config file: run the command "Chat: Open Customizations", open MCP Servers and use the switch of the server.',
  gates: [{ ...accessGate, in: { from: 'userData', path: 'VSCodium/User/settings.json' } }],
  signIn: 'Start the server from the MCP view of VSCodium and sign in in the browser.',
  sources: vscodeSources,
  unverified: [...unverifiedOfFamily, 'That VSCodium behaves like VS Code in all of this.'],
} as const satisfies Client;
