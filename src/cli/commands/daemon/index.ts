export { default as daemonHeaders } from './headers.ts';
export { default as daemonLogs } from './logs.ts';
export { daemonRestart, daemonStart, daemonStatus, daemonStop } from './running.ts';
