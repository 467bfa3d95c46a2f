import { expect, it } from 'vitest';
import { isMisspelt } from '../../../../src/doctor/judging/entries/near-fields.ts';

it.each([
  ['MCPServers', 'mcpServers', true],
  ['mcp-servers', 'mcpServers', true],
  ['mcp_servers', 'mcpServers', true],
  ['mcpServer', 'mcpServers', true],
  ['mpcServers', 'mcpServers', true],
  ['contextServers', 'context_servers', true],
  ['server', 'servers', true],
  ['mcps', 'mcp', true],
  ['mcpServers', 'mcp_servers', false],
  ['_mcpServers', 'mcpServers', false],
  ['mcpServers_', 'mcpServers', false],
  ['mcpServersOff', 'mcpServers', false],
  ['lsp', 'mcp', false],
  ['nativeMCPServers', 'mcpServers', false],
])('%s for %s: %s', (written, meant, is) => expect(isMisspelt(written, meant)).toBe(is));
