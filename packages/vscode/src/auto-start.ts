import { keptAnswer } from './kept-answer.ts';

const answer = keptAnswer('snap.daemon.autoStart');

/** Whether the daemon is started with the editor: `undefined` where the person was not asked. */
export const autoStart = answer.read;
export const setAutoStart = answer.keep;
