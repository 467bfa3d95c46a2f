import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import type { Desk } from '../src/desk.ts';
import { configure } from '../src/mcp/configure.ts';
import { offerRemoval } from '../src/mcp/offer-removal.ts';
import { reset } from '../src/mcp/reset.ts';
import { begin, env, lm, person } from './support/vscode.ts';

// The editor here is a fork that takes no servers from extensions: an entry in its own file is written.

let home: string;
const files = '{\n\t"mcpServers": {\n\t\t// mine\n\t\t"files": { "command": "node", "args": ["/srv/files.js"] },\n\t}\n}\n';

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'snap-configure-')));
  mkdirSync(join(home, 'project'));
  put('.cursor/mcp.json', files);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

const read = (path: string): string => readFileSync(join(home, path), 'utf8');
const cursor = (): string => read('.cursor/mcp.json');

/** As much of the desk as is needed without an editor. */
function desk(): Desk {
  const system = nodeSystem({ home, env: { HOME: home, PATH: '' }, cwd: home });
  const kept = new Map<string, unknown>();
  const program = { node: process.execPath, file: join(home, 'snap/dist/main.js'), version: '0.1.0' };
  const made = {
    context: {
      globalState: { get: (key: string) => kept.get(key), update: async (key: string, value: unknown) => void kept.set(key, value) },
      subscriptions: [],
    },
    log: { error: () => undefined },
    system: async () => system,
    writable: async () => writableSystem(system),
    folder: () => join(home, 'project'),
    program: async () => program,
    gates: { current: { name: 'mcp', state: '' }, look: async () => ({}) },
    daemon: { fact: { kind: 'connecting' } },
  };
  // Only what these commands use is there.
  return made as unknown as Desk;
}

const say =
  (...words: readonly string[]) =>
  (_message: string, buttons: readonly string[]) =>
    buttons.find((button) => words.includes(button));

describe('in an editor that takes no servers from extensions', () => {
  it('an entry in its own file is shown, written, and undone to the byte', async () => {
    let before = '';
    begin({
      answer: (message, buttons) => {
        if (message.startsWith('Write this file?')) before = cursor();
        return say('Write')(message, buttons);
      },
    });
    await configure(desk());
    expect(person.rows[0]).toMatchObject({ label: 'This editor (Cursor)', description: '~/.cursor/mcp.json', picked: true });
    expect(person.compared[0]).toMatch(/^vscode\.diff snap-change:/);
    expect(before).toBe(files);
    expect(cursor()).toContain('"snap"');
    expect(person.messages.at(-1)).toMatch(/^Written: ~\/\.cursor\/mcp\.json\./);

    begin({ answer: say('Take Back') });
    await reset(desk());
    expect(person.messages[0]).toContain('~/.cursor/mcp.json: the entry "snap" is taken out');
    expect(cursor()).toBe(files);
  });

  it('is undone from the message too', async () => {
    begin({ answer: say('Write', 'Undo') });
    await configure(desk());
    expect(person.messages.at(-1)).toBe('It is undone: the files are as they were before.');
    expect(cursor()).toBe(files);
  });

  it.each([
    ['the answer is no', { answer: say('Cancel') }, /^Write this file\?/],
    ['the list is left', { choose: undefined }, undefined],
    ['the folder is not trusted', { isTrusted: false, answer: say('Write') }, /not trusted/],
  ])('nothing is written where %s', async (_why, more, said) => {
    begin(more);
    await configure(desk());
    if (said !== undefined) expect(person.messages.join('\n')).toMatch(said);
    expect(cursor()).toBe(files);
  });

  it('nothing is written into a file with changes that are not saved', async () => {
    begin({ unsaved: [join(home, '.cursor/mcp.json')], answer: say('Write') });
    await configure(desk());
    expect(person.messages).toEqual([
      'Nothing was written: ~/.cursor/mcp.json has changes in the editor that are not saved. Save or discard them, then try again.',
    ]);
    expect(cursor()).toBe(files);
  });

  it('nothing is written into a file that another program wrote after the change was shown', async () => {
    const theirs = '{ "mcpServers": { "theirs": { "command": "node" } } }\n';
    begin({
      answer: (_, buttons) => {
        put('.cursor/mcp.json', theirs);
        return buttons[0];
      },
    });
    await configure(desk());
    expect(person.messages.at(-1)).toBe('Not changed: ~/.cursor/mcp.json: it changed while you were deciding. Run the command again.');
    expect(cursor()).toBe(theirs);
  });

  it('of several files only those that were written are named', async () => {
    put('.config/Code/User/mcp.json', '{ "servers": {} }\n');
    begin({
      choose: ['VS Code'],
      answer: (message, buttons) => {
        if (message.startsWith('Write these 2 files?')) put('.config/Code/User/mcp.json', '{ "servers": { "a": {} } }\n');
        return say('Write')(message, buttons);
      },
    });
    await configure(desk());
    expect(person.messages.join('\n')).toContain('Not changed: ~/.config/Code/User/mcp.json:');
    expect(person.messages.at(-1)).toMatch(/^Written: ~\/\.cursor\/mcp\.json\. /);
    expect(person.messages.at(-1)).not.toMatch(/VS Code/);
  });

  it('an older entry of Snap is replaced, and given back by the reset', async () => {
    const older =
      '{\n  "mcpServers": {\n    "snap": { "command": "/old/node", "args": ["/old/snap/dist/main.js", "mcp", "--stdio"] }\n  }\n}\n';
    put('.cursor/mcp.json', older);
    begin({ answer: say('Write', 'Take Back') });
    await configure(desk());
    expect(cursor()).toContain(join(home, 'snap/dist/main.js'));
    expect(cursor().match(/"snap"/g)).toHaveLength(1);
    await reset(desk());
    expect(cursor()).toBe(older);
  });

  it('a foreign entry of the same name is left and named', async () => {
    const foreign = '{ "mcpServers": { "snap": { "command": "their-snap" } } }\n';
    put('.cursor/mcp.json', foreign);
    begin({ answer: say('Write') });
    await configure(desk());
    const row = person.rows.find(({ label }) => label === 'This editor (Cursor)');
    expect(row).toMatchObject({ description: 'cannot be set up', picked: false });
    expect(row?.detail).toContain('"snap"');
    expect(cursor()).toBe(foreign);
  });

  describe('takes back each file by itself', () => {
    const zed = '{\n  "theme": "One Dark"\n}\n';
    beforeEach(async () => {
      put('.config/zed/settings.json', zed);
      begin({ choose: ['Zed'], answer: say('Write') });
      await configure(desk());
      begin({ answer: say('Take Back') });
    });

    /** The person has removed the entry, and written one of their own there. */
    const own = files.replace('"files"', '"mine": { "command": "mine" },\n\t\t"files"');

    it('an entry that the person has removed is done', async () => {
      put('.cursor/mcp.json', own);
      await reset(desk());
      expect(read('.config/zed/settings.json')).toBe(zed);
      expect(cursor()).toBe(own);
      expect(person.messages[0]).toContain('~/.cursor/mcp.json: the entry "snap" is gone already\n');
      expect(person.messages[0]).toContain('~/.config/zed/settings.json: the entry "snap" is taken out\n');
      expect(person.messages[1]).toBe('What the extension had set up is taken back. Changed: ~/.config/zed/settings.json.');
      begin();
      await reset(desk());
      expect(person.messages).toEqual(['There is nothing to take back: the extension has not set up anything.']);
    });

    it('a file that the person has deleted is done', async () => {
      rmSync(join(home, '.cursor/mcp.json'));
      await reset(desk());
      expect(read('.config/zed/settings.json')).toBe(zed);
      expect(person.messages.join('\n')).not.toMatch(/stays|except/);
    });

    it.each([
      [
        'an entry that was changed since',
        () => put('.cursor/mcp.json', cursor().replace('"--stdio"', '"--stdio", "--mine"')),
        'remove "snap" in "mcpServers" by hand',
      ],
      ['a file that no longer parses', () => put('.cursor/mcp.json', `{${cursor()}`), 'it does not parse any more'],
      ['unsaved edits', () => void (person.unsaved = [join(home, '.cursor/mcp.json')]), 'Save or discard them'],
    ])('%s stays, and the reason says what to do; the rest is taken back, now and not twice', async (_, damage, says) => {
      const before = cursor();
      damage();
      const damaged = cursor();
      await reset(desk());
      expect(read('.config/zed/settings.json')).toBe(zed);
      expect(cursor()).toBe(damaged);
      const [promised = '', done = ''] = person.messages;
      expect(promised).toMatch(/mcp\.json: stays as it is\. /);
      expect(done).toContain(says);
      expect(person.messages.join('\n')).not.toContain('--strict-all');
      // When the reason is gone, the rest is taken back as well.
      put('.cursor/mcp.json', before);
      begin({ answer: say('Take Back') });
      await reset(desk());
      expect(cursor()).toBe(files);
      expect(read('.config/zed/settings.json')).toBe(zed);
      begin();
      await reset(desk());
      expect(person.messages).toEqual(['There is nothing to take back: the extension has not set up anything.']);
    });
  });

  it('there is nothing to take back where nothing was set up', async () => {
    begin();
    await reset(desk());
    expect(person.messages).toEqual(['There is nothing to take back: the extension has not set up anything.']);
  });
});

describe('in an editor that takes servers from extensions', () => {
  const twice =
    '{\n  "servers": {\n    // mine\n    "snap": { "type": "stdio", "command": "snap-mcp", "args": ["mcp", "--stdio"] }\n  }\n}\n';
  beforeEach(() => {
    lm.registerMcpServerDefinitionProvider = () => undefined;
    Object.assign(env, { appName: 'Visual Studio Code', uriScheme: 'vscode' });
    put('project/.vscode/mcp.json', twice);
  });
  afterEach(() => {
    delete lm.registerMcpServerDefinitionProvider;
    Object.assign(env, { appName: 'Cursor', uriScheme: 'cursor' });
  });

  it('no file is written for it, and its older entry is a row of its own', async () => {
    begin({ answer: say('Write') });
    await configure(desk());
    expect(person.rows.slice(0, 2)).toMatchObject([
      { label: 'This editor (Visual Studio Code)', description: 'no file is written', picked: true },
      { label: 'Remove the entry "snap" of this editor', picked: false },
    ]);
    expect(person.messages).toEqual(['This editor gets the server "snap" from the extension.']);
    expect(cursor()).toBe(files);
    expect(read('project/.vscode/mcp.json')).toBe(twice);
  });

  it('a second entry is offered for removal: shown, removed after a yes, undone to the byte', async () => {
    begin({ answer: say('Show Removal', 'Remove') });
    await offerRemoval(desk());
    expect(person.compared).toHaveLength(1);
    expect(read('project/.vscode/mcp.json')).not.toContain('snap-mcp');
    put('project/.vscode/mcp.json', twice);
    begin({ answer: say('Show Removal', 'Remove', 'Undo') });
    await offerRemoval(desk());
    expect(read('project/.vscode/mcp.json')).toBe(twice);
  });

  it('what the person keeps is not offered again', async () => {
    const one = desk();
    begin({ answer: say('Keep Both') });
    await offerRemoval(one);
    begin();
    await offerRemoval(one);
    expect(person.messages).toEqual([]);
    expect(read('project/.vscode/mcp.json')).toBe(twice);
  });
});
