// A door of its own: what asks the daemon for pieces of work loads no other part of it.
export { askDaemon, assistOf, commandAssist, type CommandAssist } from './ask-daemon.ts';
