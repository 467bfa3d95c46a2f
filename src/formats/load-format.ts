import type { Format, FormatName } from './edit/format.ts';
import { json } from './edit/json.ts';
import type { fixText } from './fix/fix-text.ts';

/** JSON is always there; the readers of YAML and TOML are loaded when such a file is. */
export async function loadFormat(name: FormatName): Promise<Format> {
  switch (name) {
    case 'json':
      return json;
    case 'yaml':
      return (await import('./edit/yaml.ts')).yaml;
    case 'toml':
      return (await import('./edit/toml.ts')).toml;
    default:
      return name satisfies never;
  }
}

/** Makes a text parse again, as {@link fixText} promises. */
export type FixText = typeof fixText;

/** Loads the fixers, which are only needed when a file does not parse. */
export async function loadFix(): Promise<FixText> {
  return (await import('./fix/fix-text.ts')).fixText;
}
