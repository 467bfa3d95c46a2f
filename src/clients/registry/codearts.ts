import type { FileText, Row } from '../row.ts';
import { opencode } from './families/opencode.ts';
import { commandArgsEnv, disabled, mcp, mcpServers, urlHeaders } from './shapes.ts';

const page = 'https://support.huaweicloud.com/intl/en-us/usermanual-cli/codeartsagent_cli_0017.html';
const otherPage = 'https://support.huaweicloud.com/intl/en-us/usermanual-cli/codeartsagent_cli_0013.html';

/** The second form that it reads, for people who come from Claude Code. */
const settings: FileText = {
  at: './.codeartsdoer/mcp/mcp_settings.json',
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
  source: otherPage,
};

export default {
  id: 'codearts',
  name: 'CodeArts Agent',
  kind: 'terminal',
  layout: mcp,
  entry: opencode,
  files: [
    { at: './.codeartsdoer/codearts_cli.jsonc', write: 'existing', tolerance: 'comments-and-commas' },
    { at: './.codeartsdoer/codearts_cli.json' },
    settings,
    { at: '~/.codeartsdoer/codearts_cli.jsonc', write: 'existing', tolerance: 'comments-and-commas' },
    { at: '~/.codeartsdoer/codearts_cli.json' },
  ],
  detect: [{ program: 'codearts' }, { path: '~/.codeartsdoer' }],
  variablesUnknown: true,
  reload: 'Start CodeArts Agent again; "/mcps" shows its servers.',
  sources: { read: '2026-11-22', row: page, tolerance: 'none', variables: 'none', start: 'none' },
  unverified: [
    'Whether comments and trailing commas are accepted in codearts_cli.json.',
    'Which variables are replaced.',
    'Which directory a server starts in.',
  ],
} as const satisfies Row;
