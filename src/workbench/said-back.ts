import { maskProse } from '../secrets/index.ts';
import { quoted, SnapError, type SnapErrorCode } from '../system/index.ts';

const maxTexts = 20;
const maxText = 500;

/** Failures of the place where it was to be stored. Others are about the text itself. */
const ofTheStore: ReadonlySet<SnapErrorCode> = new Set(['io', 'read-only', 'refused', 'link-loop', 'changed']);

/** Saves what somebody has said. Where that fails, the error says it back, so that it is not lost. */
export async function orSaidBack<T>(said: readonly string[], save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof SnapError) || !ofTheStore.has(error.code)) throw error;
    const texts = said.slice(0, maxTexts).map((text) => quoted(maskProse(text), maxText));
    const unsaved = `Not saved: ${texts.join(', ')}.`;
    const hints = { model: error.hintFor('model') ?? '', person: error.hintFor('person') ?? '' };
    throw new SnapError(error.code, error.message, {
      hint: [
        {
          model: `${hints.model} ${unsaved} Keep it and call again when that is fixed.`.trimStart(),
          person: `${hints.person} ${unsaved}`.trimStart(),
        },
      ],
      cause: error,
    });
  }
}
