export { default as sourcesConnect } from './connect.ts';
export { default as sourcesDisconnect } from './disconnect.ts';
export { default as sourcesList } from './list.ts';
