import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { maskProse, maskText, maskTokens } from '../../src/secrets/index.ts';
import { judged, labelledLines, shows, slowPieces } from '../support/labelled-lines.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe.each(['developing', 'unseen'] as const)('the %s half of the labelled lines', (half) => {
  it('is judged rightly: of its secrets at least 95 % are found, and at least 97 % of what is found is one', () => {
    const { missed, plain, precision, recall, secrets, wrong } = judged(root, half, maskProse);
    expect(secrets).toBeGreaterThanOrEqual(150);
    expect(plain).toBeGreaterThanOrEqual(500);
    expect({
      isReached: recall >= 0.95 && precision >= 0.97,
      missed: recall >= 0.95 ? [] : missed,
      wrong: precision >= 0.97 ? [] : wrong,
    }).toEqual({
      isReached: true,
      missed: [],
      wrong: [],
    });
  });

  it('shows no secret as a line of a config file that it does not show in a sentence', () => {
    const lines = labelledLines(root, half, 'secrets').filter((line) => !shows(maskProse(line.text), line));
    expect(lines.filter((line) => shows(maskText(line.text), line)).map(({ text }) => text)).toEqual([]);
  });

  it('holds nothing more to mask once it is masked', () => {
    const lines = labelledLines(root, half, 'secrets').map(({ text }) => maskProse(text));
    expect(lines.filter((line) => maskTokens(line) !== line)).toEqual([]);
    expect(lines.filter((line) => maskProse(line) !== line && maskProse(line).length < line.length - 3)).toEqual([]);
  });
});

describe('a text made to be slow', () => {
  // What takes time squared takes seconds here. `npm run bench -- secrets` reads a megabyte of each.
  it.each(slowPieces)('of %j is read at once', (piece) => {
    const text = piece.repeat(Math.ceil(40_000 / piece.length));
    const before = process.cpuUsage();
    maskText(text);
    const { system, user } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
