export { hasTokenForm, looksSecret } from './find/tokens.ts';
export { commandInQuestion, isPlainSecret, textInQuestion } from './in-question.ts';
export { maskArgs, maskProse, maskText } from './mask.ts';
export { masked, maskTokens } from './mask-tokens.ts';
export { daemonTokenAround, tokenForms, withEqualDaemonTokens } from './issued-tokens.ts';
export { isSecretName } from './names.ts';
export { maskRecord, recordText } from './record-text.ts';
export { isReference } from './reference.ts';
