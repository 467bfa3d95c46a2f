import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addCli } from '../library/editor.mjs';
import { snap } from '../library/states.mjs';
import { repository } from '../library/tools.mjs';
import { until } from '../library/until.mjs';

const cursor = '{\n  "mcpServers": {\n    "mine": { "command": "true" }\n  }\n}\n';
const zed = '{\n  "theme": "One Dark"\n}\n';
const files = { cursor: ['home', '.cursor/mcp.json'], zed: ['home', '.config/zed/settings.json'] };

export default {
  name: 'strangers',
  says: 'programs of others are named and left alone, an old CLI is a gate, a version manager is asked, an answer is kept, and a reset is never stuck',
  editor: {
    cli: false,
    home: { '.cursor/mcp.json': cursor, '.config/zed/settings.json': zed },
    workspace: { 'readme.md': '# A project\n' },
  },
  steps: [
    [
      'another program called snap is named, and nothing is started',
      async ({ editor, note, picture }, state) => {
        trap(editor, 'snap');
        trap(editor, 'npm');
        const window = (state.window = await editor.open());
        const { label } = await window.statusIs('Snap: install');
        await window.clickStatus();
        const asked = await window.dialog('Install the Snap CLI?');
        note('CLI not found', 'another program is called snap', `${label}; ${asked.text}`);
        await picture(window, 'stranger');
        for (const part of [
          'not on npm yet',
          join(editor.at.bin, 'snap').replace(editor.at.home, '~'),
          'Another program has the same name',
        ])
          if (!asked.text.includes(part)) throw new Error(`"${part}" is not said: ${asked.text}`);
        await window.tidy();
        noTrapRan(editor);
      },
    ],
    [
      'a CLI that is too old is a gate, with the way out',
      async ({ editor, note, picture }, { window }) => {
        const old = join(editor.at.home, 'old');
        putProgram(
          old,
          '{ "name": "snap-mcp", "version": "0.0.1", "bin": { "snap-mcp": "dist/main.js" } }\n',
          '#!/usr/bin/env node\nprocess.exit(2);\n',
        );
        const link = join(editor.at.home, '.local/bin/snap-mcp');
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(join(old, 'dist/main.js'), link);
        const { label } = await window.statusIs('Snap: update');
        await window.clickStatus();
        const asked = await window.dialog('Update the Snap CLI?');
        note('CLI too old', 'click', `${label}; ${asked.text}`);
        await picture(window, 'old');
        if (!asked.text.includes('0.0.1')) throw new Error(asked.text);
        await window.tidy();
        rmSync(link);
        await window.statusIs('Snap: install');
      },
    ],
    [
      'the start script of asdf is ours, because asdf says so',
      async ({ editor, note }, { window }) => {
        const asdf = join(editor.at.home, '.asdf/bin/asdf');
        putScript(asdf, `[ "$1 $2" = "which snap" ] || [ "$1 $2" = "which snap-mcp" ] || exit 1\necho '${repository}/dist/main.js'\n`);
        putScript(join(editor.at.home, '.asdf/shims/snap'), `# asdf-plugin: nodejs 20.20.2\nexec ${asdf} exec "snap" "$@"\n`);
        const { text } = await window.statusIs('Snap: start');
        note('CLI found', 'asdf', text);
        noTrapRan(editor);
      },
    ],
    [
      'the daemon is offered in one line, and "Not Now" is kept when the window is opened again',
      async ({ note, picture }, { window }) => {
        const asked = await window.notification('Start the Snap daemon');
        note('daemon stopped', 'question', `${asked.text} [${asked.buttons.join(', ')}]`);
        await picture(window, 'offer');
        await asked.press('Not Now');
        // The editor writes what extensions keep a moment later, into the database of the page.
        await until('the answer is stored', () => window.page.evaluate(isStored));
        await window.reload();
        await window.statusIs('Snap: start');
        // What is asked by itself is asked when the gate is shown first; a command that ends after that shows that nothing came.
        await (
          await window.run('snap.mcpDiagnose')
        )();
        const { message } = await window.shown();
        if (message.includes('Start the Snap daemon')) throw new Error(`asked again: ${message}`);
        await window.tidy();
      },
    ],
    [
      'MCP Reset takes back what is there, also where the person took an entry out',
      async ({ editor, note, picture }, { window }) => {
        rmSync(join(editor.at.bin, 'snap'));
        addCli(editor);
        await snap(editor, 'init');
        await window.run('snap.startDaemon');
        await (await window.dialog('Start the Snap daemon')).press('Start Always');
        await window.statusIs('Snap: connect');
        await window.choose(() => window.run('snap.configureMcp'), 'Cursor', 'Zed');
        await (await window.notification('Write these 2 files?')).press('Write');
        await window.notification('Written:');
        await window.tidy();
        const others = cursor.replace('"mine"', '"other"');
        editor.put('home', { '.cursor/mcp.json': others });
        await window.run('snap.mcpReset');
        const asked = await window.dialog('Take back');
        note('watching', 'MCP Reset of an entry that is gone', asked.text);
        await picture(window, 'reset');
        if (!asked.text.includes('is gone already')) throw new Error(asked.text);
        await asked.press('Take Back');
        await window.notification('is taken back');
        if (editor.read(...files.cursor) !== others) throw new Error(`Cursor has: ${editor.read(...files.cursor)}`);
        if (editor.read(...files.zed) !== zed) throw new Error(`Zed has: ${editor.read(...files.zed)}`);
        await window.tidy();
        await window.run('snap.mcpReset');
        const again = await window.notification('nothing to take back');
        note('watching', 'MCP Reset again', again.text);
      },
    ],
  ],
};

/** Where what the extension keeps is written by the page: https://github.com/microsoft/vscode/blob/main/src/vs/workbench/services/storage/browser/storageService.ts (2026-11-23). */
async function isStored() {
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    try {
      for (const store of database.objectStoreNames) {
        const values = await done(database.transaction(store).objectStore(store).getAll());
        if (values.some((value) => typeof value === 'string' && value.includes('snap.daemon.wasOffered'))) return true;
      }
    } finally {
      database.close();
    }
  }
  return false;
}

/** A program that takes note when it is started. */
function trap(editor, name) {
  putScript(join(editor.at.bin, name), `echo "${name} $*" >> '${editor.file('trapped')}'\nexit 9\n`);
}

function noTrapRan(editor) {
  const ran = editor.read('trapped');
  if (ran !== undefined) throw new Error(`started: ${ran}`);
  const cached = readdirSync(editor.at.bin);
  if (!cached.includes('snap')) throw new Error('the program of others is gone');
}

function putScript(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}`);
  chmodSync(path, 0o755);
}

function putProgram(directory, manifest, text) {
  mkdirSync(join(directory, 'dist'), { recursive: true });
  writeFileSync(join(directory, 'package.json'), manifest);
  writeFileSync(join(directory, 'dist/main.js'), text);
  chmodSync(join(directory, 'dist/main.js'), 0o755);
}
