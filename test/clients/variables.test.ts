import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConfigPlace } from '../../src/clients/client.ts';
import { clients, type ClientId } from '../../src/clients/registry/index.ts';
import { meaningFor, translate, understands, variablesIn } from '../../src/clients/variables.ts';

function row(id: ClientId) {
  const client = clients.find((known) => known.id === id);
  if (client === undefined) throw new TypeError(id);
  return client;
}

function place(id: ClientId, scope: string): ConfigPlace {
  const found = row(id).files.find((file) => file.scope === scope);
  if (found === undefined) throw new TypeError(`${id} ${scope}`);
  return found;
}

describe('variablesIn', () => {
  it.each([
    ['${TOKEN}', '${NAME}', 'TOKEN', undefined],
    ['${TOKEN:-none: of it}', '${NAME:-default}', 'TOKEN', 'none: of it'],
    ['${TOKEN:-}', '${NAME:-default}', 'TOKEN', ''],
    ['${env:TOKEN}', '${env:NAME}', 'TOKEN', undefined],
    ['{env:TOKEN}', '{env:NAME}', 'TOKEN', undefined],
    ['$TOKEN', '$NAME', 'TOKEN', undefined],
    ['$env:TOKEN', '$env:NAME', 'TOKEN', undefined],
    ['%APPDATA%', '%NAME%', 'APPDATA', undefined],
    ['%ProgramFiles(x86)%', '%NAME%', 'ProgramFiles(x86)', undefined],
    ['${input:api-key}', '${input:id}', 'api-key', undefined],
    ['${workspaceFolder}', '${word}', 'workspaceFolder', undefined],
    ['${workspaceFolder:api}', '${word}', 'workspaceFolder:api', undefined],
    ['${config:a.b}', '${word}', 'config:a.b', undefined],
    ['${userHome}', '${word}', 'userHome', undefined],
    ['${/}', '${word}', '/', undefined],
    ['${file:/run/secret}', '${file:/path}', '/run/secret', undefined],
    ['{file:~/secret}', '{file:path}', '~/secret', undefined],
    ['$(cat secret)', '$(command)', 'cat secret', undefined],
    ['${cmd: op read x}', '${cmd: command}', 'op read x', undefined],
    ['$: op read x', '$: command', 'op read x', undefined],
    ['${{ secrets.TOKEN }}', '${{ name }}', 'secrets.TOKEN', undefined],
    ['${{inputs.TOKEN}}', '${{ name }}', 'inputs.TOKEN', undefined],
  ])('reads %s', (spelling, dialect, name, fallback) => {
    const [found, ...more] = variablesIn(spelling);
    expect(more).toEqual([]);
    expect(found).toEqual({ spelling, dialect, name, ...(fallback === undefined ? {} : { fallback }), start: 0, end: spelling.length });
  });

  it.each(['', 'plain', '100%', 'a%20b%C3%A9c', '$', '$5', '${', '${}', '{env:}', '${a b}', '{workspaceFolder}', 'a$$', '%%'])(
    'reads nothing in %j',
    (text) => expect(variablesIn(text)).toEqual([]),
  );

  it('reads several in one text, in order', () => {
    expect(variablesIn('Bearer ${A}/{env:B}$C-%DIR%').map((found) => found.name)).toEqual(['A', 'B', 'C', 'DIR']);
  });

  it('gives spans that are the spelling, apart and in order, in any text', () => {
    const piece = fc.constantFrom(
      '$',
      '{',
      '}',
      '%',
      ':',
      '-',
      ' ',
      '(',
      ')',
      'env',
      'A',
      'input:',
      'file:/x',
      '${B}',
      '{env:C}',
      '$D',
      '9',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        let done = 0;
        for (const { start, end, spelling } of variablesIn(text)) {
          expect(text.slice(start, end)).toBe(spelling);
          expect(start).toBeGreaterThanOrEqual(done);
          expect(end).toBeGreaterThan(start);
          done = end;
        }
      }),
    );
  });
});

describe('understands', () => {
  it('knows every variable that some row spells', () => {
    const unread = clients.flatMap((client) => {
      const spelled: readonly string[] = client.variables;
      return spelled.filter((spelling) => {
        const [variable] = variablesIn(spelling);
        return variable === undefined || !understands(client, variable);
      });
    });
    expect(unread).toEqual([]);
  });

  it.each<readonly [ClientId, string, string, boolean]>([
    ['cursor', 'project', '${workspaceFolder}', true],
    ['cursor', 'global', '${workspaceFolder}', false],
    ['cursor', 'global', '${userHome}', true],
    ['vscode', 'global', '${config:a.b}', true],
    ['vscode', 'project', '${workspaceFolder:api}', true],
    ['vscode', 'global', '${TOKEN}', false],
    ['claude-code', 'global', '${env:TOKEN}', false],
    ['claude-code', 'global', '$TOKEN', false],
    ['gemini', 'global', '$TOKEN', true],
    ['continue', 'global', '${{ secrets.TOKEN }}', true],
    ['continue', 'global', '${{ other.TOKEN }}', false],
    ['codex', 'global', '${TOKEN}', false],
  ])('%s %s %s: %s', (id, scope, text, expected) => {
    const [variable] = variablesIn(text);
    expect(variable !== undefined && understands(row(id), variable, place(id, scope))).toBe(expected);
  });
});

describe('translate', () => {
  it.each<readonly [ClientId, string, ClientId, string]>([
    ['cursor', 'Bearer ${env:TOKEN}', 'claude-code', 'Bearer ${TOKEN}'],
    ['claude-code', 'Bearer ${TOKEN}', 'cursor', 'Bearer ${env:TOKEN}'],
    ['claude-code', '${TOKEN}', 'opencode', '{env:TOKEN}'],
    ['opencode', '{env:A}:{env:B}', 'gemini', '${A}:${B}'],
    ['gemini', '$TOKEN/x', 'vscode', '${env:TOKEN}/x'],
    ['gemini', '$TOKEN/x', 'qwen-code', '$TOKEN/x'],
    ['claude-code', '${TOKEN:-x}', 'gemini', '${TOKEN:-x}'],
    ['mcporter', '$env:TOKEN', 'claude-code', '${TOKEN}'],
    ['windsurf', '${file:/run/x}', 'opencode', '{file:/run/x}'],
    ['opencode', '{file:/run/x}', 'windsurf', '${file:/run/x}'],
    ['vscode', '${userHome}/x', 'cursor', '${userHome}/x'],
    ['cursor', 'pa$word', 'vscode', 'pa$word'],
    ['cursor', 'nothing', 'codex', 'nothing'],
    ['codex', '%APPDATA%', 'claude-code', '%APPDATA%'],
    ['crush', '$(op read x)', 'crush', '$(op read x)'],
    ['claude-code', '$&$1${A}', 'cursor', '$&$1${env:A}'],
  ])('%s %j for %s: %j', (from, text, to, expected) => {
    expect(translate(text, { client: row(from) }, { client: row(to) })).toEqual({ kind: 'text', text: expected });
  });

  it.each<readonly [ClientId, string, ClientId, string]>([
    ['cursor', '${env:TOKEN}', 'codex', 'lost'],
    ['claude-code', '${TOKEN:-x}', 'cursor', 'lost'],
    ['vscode', '${input:token}', 'visual-studio', 'lost'],
    ['vscode', '${input:token}', 'cursor', 'lost'],
    ['vscode', '${config:a}', 'cursor', 'lost'],
    ['continue', '${{ secrets.X }}', 'claude-code', 'lost'],
    ['opencode', '{file:x}', 'windsurf', 'lost'],
    ['crush', '$(op read x)', 'gemini', 'lost'],
    ['cursor', 'pa$word', 'gemini', 'literal'],
    ['claude-desktop', '${HOME}/x', 'claude-code', 'literal'],
    ['gemini', '${env:TOKEN}', 'cursor', 'literal'],
  ])('%s %j for %s is refused: %s', (from, text, to, why) => {
    expect(translate(text, { client: row(from) }, { client: row(to) })).toMatchObject({ kind: 'refused', why });
  });

  it('goes by the file too: a workspace where there is none', () => {
    const project = { client: row('vscode'), place: place('vscode', 'project') };
    const global = { client: row('vscode'), place: place('vscode', 'global') };
    expect(translate('${workspaceFolder}', project, global)).toMatchObject({ why: 'lost' });
    expect(translate('${workspaceFolder}', project, { client: row('cursor'), place: place('cursor', 'project') })).toMatchObject({
      text: '${workspaceFolder}',
    });
  });

  it('keeps the meaning, or refuses', () => {
    const piece = fc.constantFrom(
      'a',
      '$A',
      '${A}',
      '${A:-b}',
      '${env:A}',
      '{env:A}',
      '$env:A',
      '%A%',
      '{file:/x}',
      '${userHome}',
      '$(c)',
      '/',
    );
    const client = fc.constantFrom(...clients);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), client, client, (pieces, from, to) => {
        const text = pieces.join('');
        const translated = translate(text, { client: from }, { client: to });
        if (translated.kind === 'text') expect(meaningFor(translated.text, { client: to })).toBe(meaningFor(text, { client: from }));
      }),
      { numRuns: 2000 },
    );
  });
});
