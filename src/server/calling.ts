/** The second door: the tools and what they work on, for commands, which speak no protocol. It loads nothing that serves clients. */
export type { Tool, ToolAnswer, ToolContext } from './tool.ts';
export { told } from './tools/check.ts';
export { tools } from './tools/index.ts';
export { savedText } from './tools/saved-text.ts';
