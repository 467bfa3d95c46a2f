import { readdirSync, readFileSync } from 'node:fs';
import { isWatching, snap } from '../library/states.mjs';

const cursor = '{\n\t"mcpServers": {\n\t\t// mine\n\t\t"files": { "command": "node", "args": ["/srv/files.js"] },\n\t}\n}\n';
const zed = '{\n  "theme": "One Dark"\n}\n';
const mcpJson = '{\n  "servers": {\n    "snap": { "type": "stdio", "command": "snap-mcp", "args": ["mcp", "--stdio"] }\n  }\n}\n';
const files = { cursor: ['home', '.cursor/mcp.json'], zed: ['home', '.config/zed/settings.json'] };

export default {
  name: 'configure',
  says: 'Configure MCP shows, writes and undoes; MCP Reset leaves every file as it was',
  editor: {
    user: { 'snap.daemon.autoStart': true },
    home: { '.cursor/mcp.json': cursor, '.config/zed/settings.json': zed },
    workspace: { 'readme.md': '# A project\n' },
  },
  steps: [
    [
      'the gate asks to connect',
      async ({ editor, note, picture }, state) => {
        await snap(editor, 'init');
        state.window = await editor.open();
        const { text } = await state.window.statusIs((item) => item.text === 'Snap: connect');
        note('mcp', 'status', text);
        await picture(state.window, 'gate');
      },
    ],
    [
      'the list has this editor first and every assistant with its file',
      async ({ note, picture }, { window }) => {
        await window.clickStatus();
        const { rows } = await window.picks('Cursor');
        note('mcp', 'Configure MCP', rows.join(' | '));
        if (!rows[0].includes('This editor')) throw new Error(`the first row is ${rows[0]}`);
        if (!rows.some((row) => row.includes('~/.cursor/mcp.json') && row.includes('Adds'))) throw new Error(rows.join('\n'));
        await picture(window, 'list');
        await window.dismiss();
      },
    ],
    [
      'what would be written is shown, and written after a yes',
      async ({ editor, note, picture }, { window }) => {
        await window.choose(() => window.clickStatus(), 'This editor', 'Cursor', 'Zed');
        const asked = await window.notification('Write these 2 files?');
        note('mcp', 'Configure MCP', asked.text);
        if (editor.read(...files.cursor) !== cursor || editor.read(...files.zed) !== zed) throw new Error('written before the answer');
        await picture(window, 'diff');
        await asked.press('Write');
        const done = await window.notification('Written:');
        note('mcp', 'Configure MCP', done.text);
        if (!editor.read(...files.cursor).includes('"snap"') || !editor.read(...files.zed).includes('"snap"'))
          throw new Error('not written');
        await window.statusIs(isWatching);
        await picture(window, 'written');
        await done.press('Undo');
        await window.notification('It is undone');
        same(editor);
        await window.statusIs((item) => item.text === 'Snap: connect');
      },
    ],
    [
      'a second entry of this editor is offered for removal, and what was set up is taken back by MCP Reset',
      async ({ editor, note, picture }, { window }) => {
        await window.tidy();
        editor.put('workspace', { '.vscode/mcp.json': mcpJson });
        const { rows } = await window.choose(() => window.run('snap.configureMcp'), 'This editor', 'Remove the entry', 'Cursor');
        if (!rows.some((row) => row.includes('Remove the entry "snap" of this editor'))) throw new Error(rows.join('\n'));
        await (await window.notification('Write these 2 files?')).press('Write');
        await window.notification('Written:');
        await window.statusIs(isWatching);
        if (editor.read('workspace', '.vscode/mcp.json')?.includes('snap-mcp')) throw new Error('the second entry is still there');
        await window.tidy();
        await window.run('snap.mcpReset');
        const asked = await window.dialog('Take back');
        note('watching', 'MCP Reset', asked.text);
        await picture(window, 'reset');
        await asked.press('Take Back');
        await window.notification('is taken back');
        same(editor);
        if (editor.read('workspace', '.vscode/mcp.json') !== mcpJson) throw new Error(editor.read('workspace', '.vscode/mcp.json'));
      },
    ],
    [
      'MCP Diagnose says what was seen of the server of this editor',
      async ({ editor, note, picture }, { window }) => {
        await window.tidy();
        editor.put('workspace', { '.vscode/mcp.json': '{}\n' });
        await window.choose(() => window.run('snap.configureMcp'), 'This editor');
        await window.notification('gets the server "snap"');
        await window.statusIs(isWatching);
        await window.tidy();
        await window.run('snap.mcpDiagnose');
        const text = await window.rendered('Registered, but not started');
        if (/[#`]|\\/.test(text)) throw new Error(`the page is shown as Markdown: ${text}`);
        note('watching', 'MCP Diagnose', text.split('\n').find((line) => line.includes('Registered')) ?? '');
        await picture(window, 'diagnose');
      },
    ],
    [
      'the token is in no file of the editor',
      async ({ editor }) => {
        const token = readFileSync(editor.file('home', '.local/share/snap-mcp/token'), 'utf8').trim();
        const holding = filesBelow(editor.file('user-data')).filter((path) => readFileSync(path).includes(token));
        if (holding.length > 0) throw new Error(`the token is in ${holding.join(', ')}`);
      },
    ],
  ],
};

function same(editor) {
  if (editor.read(...files.cursor) !== cursor) throw new Error(`Cursor's file is now:\n${editor.read(...files.cursor)}`);
  if (editor.read(...files.zed) !== zed) throw new Error(`Zed's file is now:\n${editor.read(...files.zed)}`);
}

function filesBelow(directory) {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`);
}
