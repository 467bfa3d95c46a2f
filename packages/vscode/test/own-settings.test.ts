import { beforeEach, describe, expect, it } from 'vitest';
import { ownSettings } from '../src/own-settings.ts';
import { begin, person } from './support/vscode.ts';

beforeEach(() => begin());

describe('the settings of the extension', () => {
  it('are seen to change by their values, each time once', () => {
    const settings = ownSettings();
    expect(settings.haveChanged()).toBe(false);
    for (const values of [{ 'snap.mcp.enabled': true }, {}, { 'snap.daemon.autoStart': false }, { 'snap.cliPath': '/opt/snap' }]) {
      person.settings = values;
      expect(settings.haveChanged(), JSON.stringify(values)).toBe(true);
      expect(settings.haveChanged()).toBe(false);
    }
    person.settings = { ...person.settings, 'editor.fontSize': 12 };
    expect(settings.haveChanged()).toBe(false);
  });
});
