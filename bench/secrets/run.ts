export { maskProse, maskText } from '../../src/secrets/index.ts';
export { judged, labelledLines, slowPieces, type Half } from '../../test/support/labelled-lines.ts';
