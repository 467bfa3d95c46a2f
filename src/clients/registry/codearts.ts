import type { Client, ConfigPlace } from '../client.ts';
import { opencode } from './families/opencode.ts';
import { commandArgsEnv, disabled, mcp, mcpServers, urlHeaders } from './shapes.ts';

const page = { at: 'https://support.huaweicloud.com/intl/en-us/usermanual-cli/codeartsagent_cli_0017.html', read: '2026-11-22' } as const;
const otherPage = {
  at: 'https://support.huaweicloud.com/intl/en-us/usermanual-cli/codeartsagent_cli_0013.html',
  read: '2026-11-22',
} as const;

/** The second form that it reads, for people who come from Claude Code. */
const settings: ConfigPlace = {
  scope: 'project',
  at: { from: 'workspace', path: '.codeartsdoer/mcp/mcp_settings.json' },
  write: 'existing',
  layout: mcpServers,
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnv,
    http: urlHeaders,
    reads: { stdio: ['stdio'], typeKeys: ['transportType'] },
    untypedUrl: 'http',
    switch: disabled,
    timeout: { key: 'timeout', unit: 'ms' },
    startTimeout: { key: 'timeout', unit: 'ms' },
    fields: ['transportType', 'timeout', 'autoApprove'],
  },
  startsIn: 'unknown',
  source: otherPage,
};

export default {
  id: 'codearts',
  name: 'CodeArts Agent',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcp,
  entry: opencode,
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.codeartsdoer/codearts_cli.jsonc' },
      write: 'existing',
      tolerance: 'comments-and-commas',
      startsIn: 'unknown',
    },
    { scope: 'project', at: { from: 'workspace', path: '.codeartsdoer/codearts_cli.json' }, write: 'create', startsIn: 'unknown' },
    settings,
    {
      scope: 'global',
      at: { from: 'home', path: '.codeartsdoer/codearts_cli.jsonc' },
      write: 'existing',
      tolerance: 'comments-and-commas',
      startsIn: 'unknown',
    },
    { scope: 'global', at: { from: 'home', path: '.codeartsdoer/codearts_cli.json' }, write: 'create', startsIn: 'unknown' },
  ],
  detect: [
    { kind: 'program', name: 'codearts' },
    { kind: 'path', at: { from: 'home', path: '.codeartsdoer' } },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'shell',
  reload: 'Start CodeArts Agent again; "/mcps" shows its servers.',
  docs: page.at,
  sources: { row: page, tolerance: 'none', variables: 'none', start: 'none' },
  unverified: [
    'Whether comments and trailing commas are accepted in codearts_cli.json.',
    'Which variables are replaced.',
    'Which directory a server starts in.',
  ],
} as const satisfies Client;
