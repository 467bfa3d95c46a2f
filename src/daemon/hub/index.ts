// A door of its own: only the process that is the daemon loads the hub.
export type { HttpFront, HttpHooks, StartHttp } from './http.ts';
export { hubLimits, type HubLimits } from './limits.ts';
export { runDaemon, type DaemonEnd, type DaemonOptions } from './run-daemon.ts';
export { workspaceHosts } from '../workspaces/work-thread.ts';
export type { HostedTools } from './workspaces.ts';
export { httpFront, type HttpFrontOptions } from '../front/start-http.ts';
