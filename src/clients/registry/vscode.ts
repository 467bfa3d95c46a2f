import type { Client } from '../client.ts';
import {
  accessGate,
  legacySettings,
  portableUser,
  profileFile,
  unverifiedOfFamily,
  userFile,
  vscodeFamily,
  vscodeProject,
  vscodeSources,
} from './families/vscode.ts';

export default {
  ...vscodeFamily,
  id: 'vscode',
  name: 'VS Code',
  files: [
    ...vscodeProject,
    { ...userFile, at: { from: 'userData', path: 'Code/User/mcp.json' } },
    { ...profileFile, at: { from: 'userData', path: 'Code/User/profiles/*/mcp.json' } },
    portableUser,
    { ...legacySettings, at: { from: 'userData', path: 'Code/User/settings.json' } },
  ],
  detect: [
    { kind: 'program', name: 'code' },
    {
      kind: 'path',
      at: {
        darwin: { from: 'applications', path: 'Visual Studio Code.app' },
        win32: { from: 'localAppData', path: 'Programs/Microsoft VS Code' },
      },
    },
    { kind: 'path', at: { from: 'userData', path: 'Code/User' } },
  ],
  // https://code.visualstudio.com/docs/agents/run/manage-mcp-servers
  switchElsewhere:
    'VS Code stores this outside the config file: run the command "Chat: Open Customizations", open MCP Servers and use the switch of the server.',
  gates: [{ ...accessGate, in: { from: 'userData', path: 'Code/User/settings.json' } }],
  signIn: 'Start the server from the MCP view of VS Code and sign in in the browser.',
  sources: vscodeSources,
  unverified: unverifiedOfFamily,
} as const satisfies Client;
