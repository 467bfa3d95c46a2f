import type { ClientId } from '../clients/index.ts';

/** How a server is switched off and on where the client's file has no switch: its own screen or command, as its vendor says. */
export const otherSwitches: Partial<Record<ClientId, string>> = {
  // https://cursor.com/docs/context/mcp
  cursor: 'Cursor keeps it beside the file: flip the switch of the server in its Settings, under MCP.',
  // https://code.visualstudio.com/docs/agents/run/manage-mcp-servers
  vscode: 'VS Code keeps it beside the file: "Chat: Open Customizations", MCP Servers, the switch of the server.',
  'vscode-insiders': 'VS Code keeps it beside the file: "Chat: Open Customizations", MCP Servers, the switch of the server.',
  vscodium: 'VSCodium keeps it beside the file: "Chat: Open Customizations", MCP Servers, the switch of the server.',
  // https://learn.microsoft.com/visualstudio/ide/mcp-servers
  'visual-studio': 'Visual Studio keeps it beside the file: switch its tools off or on in the Copilot chat window.',
  // https://code.claude.com/docs/en/mcp
  'claude-code': 'Claude Code keeps it for each project: type "/mcp" in it and choose the server.',
  // https://github.com/google-gemini/gemini-cli/blob/main/packages/cli/src/commands/mcp/enableDisable.ts
  gemini: 'Gemini CLI keeps it beside the file: "gemini mcp disable" and "gemini mcp enable" with the name of the server.',
  // https://support.atlassian.com/rovo/docs/connect-to-an-mcp-server-in-rovo-dev-cli/
  'rovo-dev': 'Rovo Dev keeps it in its config.yml: the list "disabledMcpServers" under "mcp".',
  // https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html
  junie: 'Junie keeps it beside the file: Settings > Tools > Junie > MCP Settings in the IDE.',
  // https://www.jetbrains.com/help/ai-assistant/mcp.html
  'jetbrains-ai': 'AI Assistant keeps it beside the file: Settings > Tools > AI Assistant > MCP in the IDE.',
  // https://docs.qoder.com/user-guide/chat/model-context-protocol
  qoder: 'Qoder keeps it beside the file: Qoder Settings > MCP, the switch of the server.',
};
