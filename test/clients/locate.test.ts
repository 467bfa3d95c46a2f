import { describe, expect, it } from 'vitest';
import type { Client, Scope } from '../../src/clients/client.ts';
import { type Platform, layoutPath, locate, displayPlace, type Where } from '../../src/clients/locate.ts';
import { displayPath } from '../../src/system/index.ts';
import { clients, type ClientId } from '../../src/clients/registry/index.ts';

const darwin: Where = { platform: 'darwin', home: '/Users/mara', env: {}, workspace: '/Users/mara/src/shop' };
const linux: Where = { platform: 'linux', home: '/home/mara', env: {}, workspace: '/home/mara/src/shop' };
const win32: Where = { platform: 'win32', home: String.raw`C:\Users\mara`, env: {}, workspace: String.raw`D:\src\shop` };
const onWindows = (env: Where['env']): Where => ({ ...win32, env });
const onLinux = (env: Where['env']): Where => ({ ...linux, env });
const onMac = (env: Where['env']): Where => ({ ...darwin, env });

function pathsOf(id: ClientId, scope: Scope, where: Where): readonly string[] {
  const rows: readonly Client[] = clients;
  const client = rows.find((row) => row.id === id);
  return (client?.files ?? []).filter((file) => file.scope === scope).flatMap((file) => locate(file.at, where));
}

describe('the paths of config files', () => {
  // [client, scope, machine, all paths in order or the one that must be among them]
  const cases: readonly [ClientId, Scope, Where, string | readonly string[]][] = [
    ['claude-desktop', 'global', darwin, ['/Users/mara/Library/Application Support/Claude/claude_desktop_config.json']],
    ['claude-desktop', 'global', linux, ['/home/mara/.config/Claude/claude_desktop_config.json']],
    ['claude-desktop', 'global', onLinux({ XDG_CONFIG_HOME: '/srv/cfg' }), ['/srv/cfg/Claude/claude_desktop_config.json']],
    [
      'claude-desktop',
      'global',
      win32,
      [
        String.raw`C:\Users\mara\AppData\Local\Packages\Claude_*\LocalCache\Roaming\Claude\claude_desktop_config.json`,
        String.raw`C:\Users\mara\AppData\Roaming\Claude\claude_desktop_config.json`,
      ],
    ],
    [
      'claude-desktop',
      'global',
      onWindows({ APPDATA: String.raw`E:\Roaming`, LOCALAPPDATA: String.raw`E:\Local` }),
      [
        String.raw`E:\Local\Packages\Claude_*\LocalCache\Roaming\Claude\claude_desktop_config.json`,
        String.raw`E:\Roaming\Claude\claude_desktop_config.json`,
      ],
    ],
    ['cursor', 'global', win32, [String.raw`C:\Users\mara\.cursor\mcp.json`]],
    ['cursor', 'project', linux, ['/home/mara/src/shop/.cursor/mcp.json']],
    ['windsurf', 'global', darwin, '/Users/mara/.codeium/windsurf/mcp_config.json'],
    ['windsurf', 'project', darwin, []],
    ['qoder', 'global', darwin, ['/Users/mara/Library/Application Support/Qoder/SharedClientCache/mcp.json']],
    ['qoder', 'global', win32, [String.raw`C:\Users\mara\AppData\Roaming\Qoder\SharedClientCache\mcp.json`]],
    ['vscode', 'global', darwin, '/Users/mara/Library/Application Support/Code/User/mcp.json'],
    ['vscode', 'global', linux, '/home/mara/.config/Code/User/mcp.json'],
    ['vscode', 'global', win32, String.raw`C:\Users\mara\AppData\Roaming\Code\User\mcp.json`],
    ['vscode', 'global', linux, '/home/mara/.config/Code/User/profiles/*/mcp.json'],
    ['vscode', 'global', onLinux({ COPILOT_HOME: '/srv/copilot' }), '/srv/copilot/mcp-config.json'],
    ['vscode', 'project', win32, String.raw`D:\src\shop\.vscode\mcp.json`],
    ['vscode', 'project', linux, '/home/mara/src/shop/.mcp.json'],
    ['vscode-insiders', 'global', darwin, '/Users/mara/Library/Application Support/Code - Insiders/User/mcp.json'],
    ['vscodium', 'global', linux, '/home/mara/.config/VSCodium/User/mcp.json'],
    ['continue', 'global', win32, String.raw`C:\Users\mara\.continue\config.yaml`],
    [
      'continue',
      'global',
      onLinux({ CONTINUE_GLOBAL_DIR: '/srv/continue' }),
      [
        '/srv/continue/config.yaml',
        '/srv/continue/config.json',
        '/srv/continue/mcpServers/*.json',
        '/srv/continue/mcpServers/*.yaml',
        '/srv/continue/mcpServers/*.yml',
      ],
    ],
    ['continue', 'project', linux, ['yaml', 'yml', 'json'].map((ending) => `/home/mara/src/shop/.continue/mcpServers/*.${ending}`)],
    ['zed', 'global', darwin, ['/Users/mara/.config/zed/settings.json']],
    ['zed', 'global', onMac({ XDG_CONFIG_HOME: '/srv/cfg' }), ['/Users/mara/.config/zed/settings.json']],
    ['zed', 'global', onLinux({ XDG_CONFIG_HOME: '/srv/cfg' }), ['/srv/cfg/zed/settings.json']],
    ['zed', 'global', onLinux({ FLATPAK_XDG_CONFIG_HOME: '/var/flat', XDG_CONFIG_HOME: '/srv/cfg' }), ['/var/flat/zed/settings.json']],
    ['zed', 'global', win32, [String.raw`C:\Users\mara\AppData\Roaming\Zed\settings.json`]],
    ['cline', 'global', linux, '/home/mara/.cline/data/settings/cline_mcp_settings.json'],
    ['cline', 'global', onLinux({ CLINE_DIR: '/srv/cline' }), '/srv/cline/data/settings/cline_mcp_settings.json'],
    ['cline', 'global', onLinux({ CLINE_DATA_DIR: '/srv/data', CLINE_DIR: '/srv/cline' }), '/srv/data/settings/cline_mcp_settings.json'],
    ['cline', 'global', onLinux({ CLINE_MCP_SETTINGS_PATH: '/srv/mcp.json', CLINE_DIR: '/srv/cline' }), '/srv/mcp.json'],
    [
      'cline',
      'global',
      darwin,
      '/Users/mara/Library/Application Support/Cursor/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    ],
    [
      'roo-code',
      'global',
      win32,
      String.raw`C:\Users\mara\AppData\Roaming\Code\User\globalStorage\rooveterinaryinc.roo-cline\settings\mcp_settings.json`,
    ],
    [
      'roo-code',
      'global',
      linux,
      '/home/mara/.vscode-server/data/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
    ],
    ['roo-code', 'project', linux, ['/home/mara/src/shop/.roo/mcp.json']],
    ['aider', 'project', linux, ['/home/mara/src/shop/.aider.mcp.yml']],
    ['gemini', 'global', linux, ['/home/mara/.gemini/settings.json']],
    ['gemini', 'global', onLinux({ GEMINI_CLI_HOME: '/srv/g' }), ['/srv/g/.gemini/settings.json']],
    ['gemini', 'managed', linux, ['/etc/gemini-cli/settings.json', '/etc/gemini-cli/system-defaults.json']],
    ['gemini', 'managed', darwin, '/Library/Application Support/GeminiCli/settings.json'],
    ['gemini', 'managed', win32, String.raw`C:\ProgramData\gemini-cli\settings.json`],
    ['gemini', 'managed', onLinux({ GEMINI_CLI_SYSTEM_SETTINGS_PATH: '/srv/sys.json' }), '/srv/sys.json'],
    ['claude-code', 'global', linux, ['/home/mara/.claude.json']],
    ['claude-code', 'local', onLinux({ CLAUDE_CONFIG_DIR: '/srv/claude' }), ['/srv/claude/.claude.json']],
    ['claude-code', 'project', win32, [String.raw`D:\src\shop\.mcp.json`]],
    ['claude-code', 'managed', darwin, ['/Library/Application Support/ClaudeCode/managed-mcp.json']],
    ['claude-code', 'managed', linux, ['/etc/claude-code/managed-mcp.json']],
    ['claude-code', 'managed', win32, [String.raw`C:\Program Files\ClaudeCode\managed-mcp.json`]],
    ['visual-studio', 'global', win32, [String.raw`C:\Users\mara\.mcp.json`]],
    ['visual-studio', 'global', linux, []],
    ['copilot-cli', 'global', onMac({ COPILOT_HOME: '/srv/copilot' }), ['/srv/copilot/mcp-config.json']],
    ['codex', 'global', win32, [String.raw`C:\Users\mara\.codex\config.toml`]],
    ['codex', 'global', onLinux({ CODEX_HOME: '/srv/codex' }), ['/srv/codex/config.toml']],
    ['codex', 'global', onLinux({ CODEX_HOME: 'codex' }), ['/home/mara/.codex/config.toml']],
    ['opencode', 'global', darwin, ['/Users/mara/.config/opencode/opencode.jsonc', '/Users/mara/.config/opencode/opencode.json']],
    ['opencode', 'global', onLinux({ OPENCODE_CONFIG: '/srv/oc.json' }), '/srv/oc.json'],
    ['opencode', 'global', onLinux({ OPENCODE_CONFIG_DIR: '/srv/oc' }), '/srv/oc/opencode.json'],
    ['goose', 'global', darwin, ['/Users/mara/.config/goose/config.yaml']],
    ['goose', 'global', win32, [String.raw`C:\Users\mara\AppData\Roaming\Block\goose\config\config.yaml`]],
    [
      'crush',
      'global',
      onLinux({ CRUSH_GLOBAL_CONFIG: '/srv/crush' }),
      ['/home/mara/.local/share/crush/crush.json', '/srv/crush/crush.json'],
    ],
    ['crush', 'global', onLinux({ XDG_DATA_HOME: '/srv/data' }), '/srv/data/crush/crush.json'],
    ['crush', 'global', onLinux({ CRUSH_GLOBAL_DATA: '/srv/own', XDG_DATA_HOME: '/srv/data' }), '/srv/own/crush.json'],
    ['crush', 'managed', linux, ['/etc/crush/crush.json']],
    ['crush', 'managed', win32, []],
    [
      'crush',
      'global',
      win32,
      [String.raw`C:\Users\mara\AppData\Local\crush\crush.json`, String.raw`C:\Users\mara\.config\crush\crush.json`],
    ],
    ['kiro', 'project', darwin, '/Users/mara/src/shop/.kiro/settings/mcp.json'],
    ['amp', 'global', win32, String.raw`C:\Users\mara\.config\amp\settings.json`],
    ['amp', 'managed', win32, [String.raw`C:\ProgramData\ampcode\managed-settings.json`]],
    ['droid', 'global', linux, ['/home/mara/.factory/mcp.json']],
    ['antigravity', 'global', linux, '/home/mara/.gemini/config/mcp_config.json'],
    ['trae', 'global', darwin, '/Users/mara/Library/Application Support/Trae/User/mcp.json'],
    ['mcporter', 'global', onLinux({ XDG_CONFIG_HOME: '/srv/cfg' }), '/srv/cfg/mcporter/mcporter.json'],
    ['mcporter', 'global', onLinux({ XDG_CONFIG_HOME: '/srv/cfg' }), '/home/mara/.mcporter/mcporter.json'],
    ['mcporter', 'global', linux, ['/home/mara/.mcporter/mcporter.json', '/home/mara/.mcporter/mcporter.jsonc']],
    ['mistral-vibe', 'global', onLinux({ VIBE_HOME: '/srv/vibe' }), ['/srv/vibe/config.toml']],
    ['kimi-code', 'global', onMac({ KIMI_CODE_HOME: '/srv/kimi' }), ['/srv/kimi/mcp.json']],
    ['qwen-code', 'managed', onLinux({ QWEN_CODE_SYSTEM_SETTINGS_PATH: '/srv/qwen.json' }), '/srv/qwen.json'],
    ['qwen-code', 'managed', win32, String.raw`C:\ProgramData\qwen-code\settings.json`],
    ['tabnine', 'managed', linux, '/etc/tabnine-cli/settings.json'],
    ['grok-build', 'global', onLinux({ GROK_HOME: '/srv/grok' }), ['/srv/grok/config.toml']],
  ];

  it.each(cases)('%s keeps its %s file where its vendor says (%#)', (id, scope, where, expected) => {
    const paths = pathsOf(id, scope, where);
    if (typeof expected === 'string') expect(paths).toContain(expected);
    else expect(paths).toEqual(expected);
  });
});

describe('locate', () => {
  it('takes the first override that is set, and its value alone where it names the file', () => {
    const place = {
      from: 'home',
      path: 'a/b.json',
      override: [
        { env: 'ONE', path: '' },
        { env: 'TWO', path: 'b.json' },
      ],
    } as const;
    expect(locate(place, onLinux({ TWO: '/two' }))).toEqual(['/two/b.json']);
    expect(locate(place, onLinux({ ONE: '/one.json', TWO: '/two' }))).toEqual(['/one.json']);
  });

  it.each(['', 'relative/dir', '~/cfg'])('ignores XDG_CONFIG_HOME=%j', (XDG_CONFIG_HOME) => {
    expect(locate({ from: 'userData', path: 'x' }, onLinux({ XDG_CONFIG_HOME }))).toEqual(['/home/mara/.config/x']);
  });

  it('keeps to Application Support on macOS whatever XDG_CONFIG_HOME says', () => {
    const where = onMac({ XDG_CONFIG_HOME: '/srv/cfg' });
    expect(locate({ from: 'userData', path: 'x' }, where)).toEqual(['/Users/mara/Library/Application Support/x']);
    expect(locate({ from: 'xdgConfig', path: 'x' }, where)).toEqual(['/srv/cfg/x']);
  });

  it('reads Windows variables in any case', () => {
    expect(locate({ from: 'userData', path: 'x' }, onWindows({ AppData: String.raw`E:\R` }))).toEqual([String.raw`E:\R\x`]);
    expect(locate({ from: 'programFiles', path: 'x' }, onWindows({ PROGRAMFILES: String.raw`E:\P` }))).toEqual([String.raw`E:\P\x`]);
  });

  it('tells variables apart by case elsewhere', () => {
    expect(locate({ from: 'xdgConfig', path: 'x' }, onLinux({ xdg_config_home: '/srv' }))).toEqual(['/home/mara/.config/x']);
  });

  it.each(['localAppData', 'programData', 'programFiles'] as const)('finds no %s outside Windows', (from) => {
    expect(locate({ from, path: 'x' }, linux)).toEqual([]);
    expect(locate({ from, path: 'x' }, darwin)).toEqual([]);
  });

  it('looks for applications in both folders of macOS and nowhere else', () => {
    const place = { from: 'applications', path: 'Zed.app' } as const;
    expect(locate(place, darwin)).toEqual(['/Applications/Zed.app', '/Users/mara/Applications/Zed.app']);
    expect(locate(place, linux)).toEqual([]);
  });

  it('has no path for a platform that is left out', () => {
    expect(locate({ win32: { from: 'home', path: 'x' } }, linux)).toEqual([]);
  });

  it('has no path from the environment alone while nothing is set', () => {
    const place = { from: 'environment', path: '', override: [{ env: 'OPENCODE_CONFIG', path: '' }] } as const;
    expect(locate(place, linux)).toEqual([]);
  });

  it('names each extensions directory once, that of VS Code first', () => {
    const directories = locate({ from: 'vscodeExtensions', path: '' }, linux);
    expect(directories[0]).toBe('/home/mara/.vscode/extensions');
    expect(new Set(directories).size).toBe(directories.length);
    for (const name of [
      '.vscode-insiders',
      '.vscode-oss',
      '.cursor',
      '.windsurf',
      '.kiro',
      '.trae',
      '.qoder',
      '.antigravity',
      '.vscode-server',
    ]) {
      expect(directories).toContain(`/home/mara/${name}/extensions`);
    }
  });
});

describe('layoutPath', () => {
  const layout = { kind: 'map', at: ['projects', { key: 'workspace' }, 'mcpServers'] } as const;

  it('puts the workspace in as it is', () => {
    expect(layoutPath(layout, linux)).toEqual(['projects', '/home/mara/src/shop', 'mcpServers']);
  });

  it('spells it with slashes on Windows, as Claude Code does where it keeps servers', () => {
    expect(layoutPath(layout, win32)).toEqual(['projects', 'D:/src/shop', 'mcpServers']);
  });
});

describe('displayPath', () => {
  it.each([
    ['/home/mara/.cursor/mcp.json', '~/.cursor/mcp.json'],
    ['/home/mara', '~'],
    ['/home/maraud/x', '/home/maraud/x'],
    ['/etc/home/mara/x', '/etc/home/mara/x'],
  ])('shows %s as %s', (path, shown) => {
    expect(displayPath(path, linux)).toBe(shown);
  });

  it('shortens Windows paths in any case', () => {
    expect(displayPath(String.raw`c:\users\MARA\.cursor\mcp.json`, win32)).toBe(String.raw`~\.cursor\mcp.json`);
  });

  it('shortens nothing for a home directory that is the root', () => {
    expect(displayPath('/etc/x', { platform: 'linux', home: '/' })).toBe('/etc/x');
  });
});

describe('displayPlace', () => {
  const claude = { from: 'userData', path: 'Claude/claude_desktop_config.json' } as const;

  it.each<[Platform, string]>([
    ['darwin', '~/Library/Application Support/Claude/claude_desktop_config.json'],
    ['linux', '~/.config/Claude/claude_desktop_config.json'],
    ['win32', String.raw`%APPDATA%\Claude\claude_desktop_config.json`],
  ])('spells a place on %s as documentation does', (platform, spelled) => {
    expect(displayPlace(claude, platform)).toBe(spelled);
  });

  it('spells the other starting points', () => {
    expect(displayPlace({ from: 'workspace', path: '.mcp.json' }, 'linux')).toBe('<workspace>/.mcp.json');
    expect(displayPlace({ from: 'root', path: 'etc/x.json' }, 'linux')).toBe('/etc/x.json');
    expect(displayPlace({ from: 'home', path: '.cursor/mcp.json' }, 'win32')).toBe(String.raw`%USERPROFILE%\.cursor\mcp.json`);
    expect(displayPlace({ from: 'vscodeUser', path: 'globalStorage/x.json' }, 'darwin')).toBe(
      '~/Library/Application Support/<editor>/User/globalStorage/x.json',
    );
    const fromEnvironment = { from: 'environment', path: '', override: [{ env: 'OPENCODE_CONFIG_DIR', path: 'opencode.json' }] } as const;
    expect(displayPlace(fromEnvironment, 'linux')).toBe('$OPENCODE_CONFIG_DIR/opencode.json');
    expect(displayPlace(fromEnvironment, 'win32')).toBe(String.raw`%OPENCODE_CONFIG_DIR%\opencode.json`);
  });

  it('has nothing to say where a platform has no such place', () => {
    expect(displayPlace({ from: 'programData', path: 'x' }, 'linux')).toBeUndefined();
    expect(displayPlace({ win32: claude }, 'linux')).toBeUndefined();
  });

  it('never shows a path where there is none, and the other way round', () => {
    const rows: readonly Client[] = clients;
    for (const where of [darwin, linux, win32]) {
      for (const file of rows.flatMap((client) => client.files)) {
        const fromEnvironment = 'from' in file.at && file.at.from === 'environment';
        expect(displayPlace(file.at, where.platform) !== undefined).toBe(fromEnvironment || locate(file.at, where).length > 0);
      }
    }
  });
});
