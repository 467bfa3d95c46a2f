export { default as daemonHeaders } from './headers.ts';
export { default as daemonLogs } from './logs.ts';
export { default as daemonRestart } from './restart.ts';
export { default as daemonStart } from './start.ts';
export { default as daemonStatus } from './status.ts';
export { default as daemonStop } from './stop.ts';
