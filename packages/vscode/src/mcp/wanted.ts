import { EventEmitter, type Event } from 'vscode';
import { keptAnswer, type KeptAnswer } from '../kept-answer.ts';

const kept = keptAnswer('snap.mcp.enabled');
const changed = new EventEmitter<void>();

/** The answer was given in this window. Another window sees it when it looks again. */
export const onDidChangeMcpWanted: Event<void> = changed.event;

/** Whether the person wants the assistant of this editor to use snap: `undefined` where the person was not asked. */
export const mcpWanted = kept.read;

export const setMcpWanted: KeptAnswer['keep'] = async (memory, answer) => {
  await kept.keep(memory, answer);
  changed.fire();
};
