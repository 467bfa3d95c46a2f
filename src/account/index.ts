export { finishLogin, logout, tokensOfText, whoami, type Credential, type Whoami } from './account.ts';
export { apiKeys, type ApiKeys, type ApiKeyTimes, type KeyHolder } from './api-keys.ts';
export { backendOf, requireBackend, type Backend } from './backend.ts';
export { notedEndpoint } from './keep/kept-login.ts';
export { loginInBrowser } from './oauth/browser-login.ts';
export { loginOnDevice } from './oauth/device-login.ts';
export { readMetadata } from './oauth/metadata.ts';
export type { Tokens } from './oauth/tokens.ts';
export type { Identity } from './whoami.ts';
