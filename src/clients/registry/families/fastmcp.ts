import type { EntryForm } from '../../entry-form.ts';
import { commandArgsEnvCwd, urlHeaders } from '../shapes.ts';

/**
 * The configuration of FastMCP, which OpenHands CLI and the old Kimi CLI read their files with; one entry that does not fit refuses the
 * whole file. A url without a word is SSE when its path has a part "sse". https://gofastmcp.com/integrations/mcp-json-configuration
 */
export const fastmcp: EntryForm = {
  typeKey: 'transport',
  stdio: { type: 'stdio', ...commandArgsEnvCwd },
  http: { type: 'http', ...urlHeaders },
  sse: { type: 'sse', ...urlHeaders },
  reads: { http: ['streamable-http'] },
  untypedUrl: 'either',
  strict: 'file',
  fields: ['auth', 'timeout', 'description', 'icon', 'keep_alive', 'sse_read_timeout'],
};
