// A door of its own: what asks the daemon for pieces of work loads no other part of it.
export { askDaemon } from './ask-daemon.ts';
export { assistOf } from './client-assist.ts';
export { commandAssist, type CommandAssist } from './link-assist.ts';
