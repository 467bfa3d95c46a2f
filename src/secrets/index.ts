export { hasTokenForm, looksSecret } from './find/tokens.ts';
export { masked, maskArgs, maskProse, maskText, maskTokens } from './mask.ts';
export { isSecretName } from './names.ts';
export { isReference } from './values.ts';
