import { expect, it } from 'vitest';
import { placesText } from '../../../src/cli/reports/places-text.ts';
import { styleOf } from '../../../src/cli/terminal/style.ts';
import { examinedHome } from '../../support/examined-home.ts';

it('shows every place that was looked at, and a tick only for what nothing stops', async () => {
  const { findings, setup } = await examinedHome({
    'home/.claude.json': '{"mcpServers":{"mine":{"type":"stdio","command":"npx"},"gone":{"type":"stdio","command":"npxx"}}}',
    'project/.mcp.json': '{"mcpServers":{"a":{"type":"stdio","command":"npx"},"b":{"type":"stdio","command":"npx"}}}',
    'home/.kiro/settings/mcp.json': '{"mcpServers":{"off":{"command":"npx","disabled":true},"built":{}}}',
    'home/.codeium/windsurf/mcp_config.json': '{ "mcpServers": { "a": ',
  });
  const lines = placesText(setup, findings, { home: '/home/ada', style: styleOf(false, true), width: 80 }).split('\n');
  const shown = (start: string, count: number) => lines.slice(lines.indexOf(start), lines.indexOf(start) + count);
  expect(shown('Claude Code', 9)).toEqual([
    'Claude Code',
    '  /etc/claude-code/managed-mcp.json  managed, not there',
    '  ~/.claude.json  local, no servers',
    '  ~/project/.mcp.json  project',
    '    ! a  stdio  npx (not approved)',
    '    ! b  stdio  npx (not approved)',
    '  ~/.claude.json  global',
    '    ✓ mine  stdio  npx',
    '    ✗ gone  stdio  npxx',
  ]);
  expect(lines).toContain('    · off    stdio  npx (off)');
  expect(lines).toContain('    ✗ built         neither a command nor an address');
  expect(lines).toContain('  ~/.codeium/windsurf/mcp_config.json  global, unparsable');
  expect(lines.join('\n')).toContain('Not found, and looked for at\n  Claude Desktop: ~/.config/Claude/claude_desktop_config.json');
});
