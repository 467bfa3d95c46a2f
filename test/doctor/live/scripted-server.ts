/** What is special about a server; statements in JavaScript, with `reply(fields)` for the message at hand. */
export interface ServerScript {
  /** The whole program. */
  readonly instead?: string;
  /** Runs before the first message is read. */
  readonly before?: string;
  readonly onInitialize?: string;
  readonly onList?: string;
  readonly capabilities?: object;
  readonly tools?: readonly object[];
  /** How many pages of the same tools there are. */
  readonly pages?: number;
  /** Writes each byte alone. */
  readonly bytewise?: boolean;
}

/** A server over stdio that needs nothing but Node. */
export function scriptedServer(script: ServerScript): string {
  if (script.instead !== undefined) return script.instead;
  const { before = '', bytewise = false, capabilities = { tools: {} }, pages = 1, tools = [] } = script;
  const about = { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'scripted', version: '1.2.3' } };
  const { onInitialize = `reply({ result: ${JSON.stringify(about)} })` } = script;
  const page = `const page = Number(params?.cursor ?? 1); const next = page < ${pages} ? { nextCursor: String(page + 1) } : {};`;
  const { onList = `${page} reply({ result: { tools: ${JSON.stringify(tools)}, ...next } })` } = script;
  return `
${before}
const write = ${bytewise ? '(text) => { for (const byte of Buffer.from(text)) process.stdout.write(Buffer.from([byte])); }' : '(text) => process.stdout.write(text)'};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const reply = (fields) => write(JSON.stringify({ jsonrpc: '2.0', id, ...fields }) + '\\n');
  if (method === 'initialize') { ${onInitialize} }
  if (method === 'tools/list') { ${onList} }
});
`;
}
