import { describe, expect, it } from 'vitest';
import { definitionOf, isSameDefinition, workspaceHeader, type DefinitionFacts } from '../src/mcp/definition.ts';
import { mcpFactOf } from '../src/mcp/mcp-fact.ts';
import { editorClient } from '../src/mcp/this-editor.ts';

const ready: DefinitionFacts = { isWanted: true, isReady: true, port: 8765, daemon: '4711', folder: '/home/ada/my project' };

describe('the server that the editor is told of', () => {
  it('is the daemon, for the folder', () => {
    expect(definitionOf(ready)).toEqual({
      label: 'snap',
      url: 'http://127.0.0.1:8765/mcp?workspace=%2Fhome%2Fada%2Fmy%20project',
      version: '4711',
    });
  });

  it.each([
    ['the person has not said yes', { isWanted: false }],
    ['a gate before it is closed', { isReady: false }],
    ['the daemon does not listen', { port: undefined }],
    ['there is no daemon', { daemon: undefined }],
    ['no folder is open', { folder: undefined }],
  ])('is none where %s', (_why, facts) => {
    expect(definitionOf({ ...ready, ...facts })).toBeUndefined();
  });

  it.each([
    ['a daemon that was started again', { daemon: '4712' }],
    ['another port', { port: 9000 }],
    ['another folder', { folder: '/home/ada/other' }],
  ])('is another one for %s', (_what, facts) => {
    expect(isSameDefinition(definitionOf(ready), definitionOf({ ...ready, ...facts }))).toBe(false);
  });

  it('names a folder in a header whose name would be read as an address', () => {
    for (const folder of ['/home/ada/a&b', '/home/ada/a#b', '/home/ada/100%', '/home/ada/a+b', '/home/ada/é']) {
      expect(definitionOf({ ...ready, folder })?.url).toBe('http://127.0.0.1:8765/mcp');
      expect(Buffer.from(workspaceHeader(folder)['X-Snap-Workspace'] ?? '', 'latin1').toString('utf8')).toBe(folder);
    }
    expect(workspaceHeader('/home/ada/my project')).toEqual({});
  });
});

describe('the editor that the extension runs in', () => {
  it.each([
    ['Visual Studio Code', 'vscode', 'vscode'],
    ['Visual Studio Code - Insiders', 'vscode-insiders', 'vscode-insiders'],
    ['VSCodium', 'vscodium', 'vscodium'],
    ['Code - OSS', 'code-oss', 'vscodium'],
    ['Cursor', 'cursor', 'cursor'],
    ['Windsurf', 'windsurf', 'windsurf'],
    ['Kiro', 'kiro', 'kiro'],
    ['Trae', 'trae', 'trae'],
    ['Antigravity', 'antigravity', 'antigravity'],
    ['Cursor Nightly', 'vscode', 'cursor'],
    ['code-server', 'code-oss', undefined],
    ['code-server', 'vscode', undefined],
    ['Some Fork', 'vscode', undefined],
  ])('%s with links of %s is %s', (appName, uriScheme, client) => {
    expect(editorClient({ appName, uriScheme })).toBe(client);
  });
});

describe('whether the assistant of this editor can use snap', () => {
  it.each([
    [
      { takesProviders: true, isWanted: true, ours: 0, foreign: 0 },
      { kind: 'configured', by: 'provider' },
    ],
    [
      { takesProviders: true, isWanted: undefined, ours: 1, foreign: 0 },
      { kind: 'configured', by: 'entry' },
    ],
    [
      { takesProviders: false, isWanted: true, ours: 0, foreign: 0 },
      { kind: 'missing', why: 'not-asked' },
    ],
    [
      { takesProviders: true, isWanted: false, ours: 0, foreign: 0 },
      { kind: 'missing', why: 'declined' },
    ],
    [
      { takesProviders: true, isWanted: undefined, ours: 0, foreign: 1 },
      { kind: 'missing', why: 'foreign' },
    ],
    [
      { takesProviders: true, isWanted: undefined, ours: 0, foreign: 0 },
      { kind: 'missing', why: 'not-asked' },
    ],
  ])('%j is %j', (seen, fact) => {
    expect(mcpFactOf(seen)).toEqual(fact);
  });
});
