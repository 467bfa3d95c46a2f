export { hasTokenForm, isReference, isSecretName, looksSecret, masked, maskArgs, maskText, maskTokens } from './text.ts';
