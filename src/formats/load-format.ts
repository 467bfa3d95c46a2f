import type { FormatName } from './edit/format.ts';
import type { Format } from './edit/format.ts';
import { json } from './edit/json.ts';

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
