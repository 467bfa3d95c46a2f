// The lines of a conversation with the server, for the cases about the wire.

export const hello = (version = '2025-06-18', more = {}) => ({
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'hostile', version: '1' }, ...more },
});
export const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
export const request = (id, method, params) => ({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
export const call = (id, name, args) => request(id, 'tools/call', { name, ...(args === undefined ? {} : { arguments: args }) });
export const full = { SVC_MCP_INTELLIGENCE_SURFACE: 'full' };
/** Keys of `expect` are ids as JSON. */
export const expected = (kinds) =>
  Object.fromEntries(
    Object.entries(kinds).map(([id, kind]) => [id === 'null' ? id : JSON.stringify(/^\d+$/.test(id) ? Number(id) : id), kind]),
  );

/** A case of one conversation that begins with the handshake. */
export const talk = (id, lines, kinds = {}, more = {}) => ({
  id,
  steps: [{ lines: [hello(), ready, ...lines], expect: expected({ hello: 'result', ...kinds }), exit: [0], env: full, ...more }],
});
/** The same without a handshake. */
export const raw = (id, lines, kinds = {}, more = {}) => ({
  id,
  steps: [{ lines, expect: expected(kinds), exit: [0], env: full, ...more }],
});
/** One line that must be answered with a JSON-RPC error whose id is null (it has none that can be read). */
export const nothing = (id, line) => talk(id, [line], { null: 'any' });
