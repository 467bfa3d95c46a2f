// A door of its own: what a program of this person knows about the daemon without connecting to it.
export { daemonAddress, wantedPort, wantHttp, type LocalAddress } from './address.ts';
export { daemonDesk, type DaemonDesk, type LocalClient, type LocalProgram } from './desk.ts';
export { boundPort, localToken } from './local-files.ts';
export { noteOpened } from './note-opened.ts';
