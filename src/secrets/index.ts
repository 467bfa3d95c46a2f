export { daemonTokenAround, withEqualDaemonTokens } from './daemon-tokens.ts';
export { hasTokenForm, looksSecret } from './find/tokens.ts';
export { maskArgs, maskProse, maskText } from './mask.ts';
export { masked, maskTokens } from './mask-tokens.ts';
export { isSecretName } from './names.ts';
export { maskRecord, recordText } from './record-text.ts';
export { isReference } from './reference.ts';
