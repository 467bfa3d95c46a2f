export { default as intelligenceConnect } from './connect.ts';
export { default as intelligenceDisconnect } from './disconnect.ts';
export { default as intelligenceList } from './list.ts';
