/**
 * Files in which a project tells assistants what to do, by the assistants' own documentation:
 * https://code.claude.com/docs/en/memory, https://agents.md, https://docs.cursor.com/context/rules,
 * https://docs.github.com/en/copilot/how-tos/custom-instructions, https://geminicli.com/docs/cli/gemini-md,
 * https://docs.windsurf.com/windsurf/cascade/memories, https://docs.cline.bot/features/cline-rules (2026-11-22).
 */
const files =
  /(?:^|\/)(?:CLAUDE(?:\.local)?\.md|AGENTS(?:\.override)?\.md|AGENT\.md|GEMINI\.md|QWEN\.md|CONVENTIONS\.md|SKILL\.md|llms(?:-full)?\.txt|\.cursorrules|\.windsurfrules|\.clinerules|\.roorules|\.goosehints|\.rules|\.mcp\.json|copilot-instructions\.md|[\w.-]+\.(?:instructions|prompt|chatmode|agent)\.md)$/i;
const folders =
  /(?:^|\/)(?:\.(?:cursor|windsurf|clinerules|roo|kilocode|continue|junie|claude|amazonq|augment|trae|kiro|aiassistant|gemini|codex|agents?|opencode)\/(?!.*(?:node_modules|worktrees)\/).+\.(?:md|mdc|txt|json|toml|ya?ml)|\.github\/(?:instructions|prompts|chatmodes|agents)\/.+\.md|\.vscode\/mcp\.json|\.clinerules\/.+)$/i;

/** Whether assistants take what is in the file as instructions or as descriptions of tools. */
export function isAssistantFile(path: string): boolean {
  return files.test(path) || folders.test(path);
}
