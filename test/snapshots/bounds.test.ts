import { describe, expect, it } from 'vitest';
import { boundsOf, defaultBounds } from '../../src/snapshots/bounds.ts';
import { defaultLimits } from '../../src/snapshots/upkeep/space-limits.ts';
import { retentionRules } from '../../src/snapshots/upkeep/retention.ts';
import { settingsSchema } from '../../src/settings/schema.ts';
import { isRecord } from '../../src/system/json.ts';

describe('the bounds a person may set', () => {
  it('are what holds anyway where nobody has set any', () => {
    expect(boundsOf({})).toEqual({ limits: { ...defaultLimits }, retention: retentionRules });
  });

  it('are counted in bytes, shares and rules', () => {
    const { limits, retention } = boundsOf({ maxFileMiB: 10, maxFreePercent: 20, maxTotalMiB: 100, keepLast: 3, keepDays: 0 });
    expect(limits).toEqual({ ...defaultLimits, file: 10_485_760, largeFile: 10_485_760, freeShare: 0.2, total: 104_857_600 });
    expect(retention).toEqual({ ...retentionRules, last: 3, dailyDays: 0 });
    expect(boundsOf({ maxFileMiB: 8_192 }).limits).toMatchObject({ file: defaultLimits.file, largeFile: 8 * 1024 ** 3 });
  });

  it('stand in the settings with the very defaults, and within their ranges', () => {
    const schema = settingsSchema();
    const properties = 'properties' in schema && isRecord(schema.properties) ? schema.properties : {};
    const section = isRecord(properties['snapshots']) ? properties['snapshots']['properties'] : {};
    if (!isRecord(section)) throw new Error('The settings have no section "snapshots".');
    expect(Object.keys(section).sort()).toEqual(Object.keys(defaultBounds).sort());
    for (const [name, value] of Object.entries(defaultBounds)) {
      expect(section[name]).toMatchObject({
        type: 'integer',
        description: expect.stringMatching(new RegExp(String.raw`\b${value} by default`)),
      });
      const { minimum, maximum } = isRecord(section[name]) ? section[name] : {};
      expect([name, Number(minimum) <= value, value <= Number(maximum)]).toEqual([name, true, true]);
    }
  });
});
