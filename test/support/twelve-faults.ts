import { builtProgram } from './built-program.ts';
import { makeHome, type Home } from './program-home.ts';

/**
 * Twelve different faults across eight assistants, as people have them. Every program the healthy entries name is `env`, which is
 * on PATH everywhere.
 */
export function twelveFaults(): Home {
  const home = makeHome();
  const own = JSON.stringify([builtProgram(), 'mcp', 'shim', '--workspace', home.project]);
  home.write(
    '.cursor/mcp.json',
    `{
  "mcpServers": {
    "snap": { "command": ${JSON.stringify(process.execPath)}, "args": ${own} },
    "notes": { "command": "npx -y notes-mcp", "env": { "PORT": "8080" } }
  }
}
`,
  );
  home.write(
    '.config/Claude/claude_desktop_config.json',
    '\uFEFF{\r\n  "mcpServers": {\r\n    "files": { "command": "/usr/bin/env", "args": ["files-mcp"] }\r\n  }\r\n}',
  );
  home.write(
    '.codeium/windsurf/mcp_config.json',
    `{
  "mcpServers": {
    "alpha": { "command": "env", "args": ["a"] }
    "beta": { "command": "env", "args": ["b"] }
  }
}
`,
  );
  home.write(
    'project/.vscode/mcp.json',
    `{
	// ours
	"mcpServers": {
		"docs": { "type": "http", "url": "https://docs.example.com/mcp" }
	}
}
`,
  );
  home.write(
    '.claude.json',
    `{
  "numStartups": 3,
  "mcpServers": {
    "tracker": { "url": "https://tracker.example.com/mcp" },
    "search": { "type": "streamableHttp", "url": "https://search.example.com/mcp" }
  }
}
`,
  );
  home.write(
    '.gemini/settings.json',
    `{
  "mcpServers": {
    "db": { "command": "no-such-program-here", "args": [] },
    "wiki": { "command": "env", "args": ["wiki"], "timeout": 30 }
  }
}
`,
  );
  // An untrusted folder would be a thirteenth fault: Gemini CLI starts no server in one.
  home.write('.gemini/trustedFolders.json', JSON.stringify({ [home.project]: 'TRUST_FOLDER' }));
  home.write(
    '.config/zed/settings.json',
    `// Zed
{
  "context_servers": {
    "old": { "command": { "path": "env", "args": ["old-mcp"] } },
  },
}
`,
  );
  home.write(
    '.codex/config.toml',
    `model = "x"

[mcp_servers.events]
url = "https://events.example.com/sse"
type = "sse"

[mcp_servers.git]
command = "env"
args = ["git-mcp"]
env = { GITHUB_TOKEN = "\${GITHUB_TOKEN}" }
`,
  );
  return home;
}
