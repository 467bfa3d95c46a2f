import { settingsSchema } from '../src/settings/schema.ts';
import { isRecord } from '../src/system/json.ts';

// What scripts/docs.mjs writes about the settings, made from the very schema that checks them.

const schema = settingsSchema();

export const schemaText = `${JSON.stringify(schema, undefined, 2)}\n`;

export const table = ['| setting | meaning |', '|---|---|', ...rows(schema, '')].join('\n');

/** One row for each setting that holds a value, by its path. */
function rows(part: object, path: string): readonly string[] {
  const properties = 'properties' in part && isRecord(part.properties) ? part.properties : {};
  return Object.entries(properties).flatMap(([key, inner]) => {
    if (!isRecord(inner)) return [];
    const name = path === '' ? key : `${path}.${key}`;
    if (isRecord(inner['properties'])) return rows(inner, name);
    return [`| \`${name}\` | ${(typeof inner['description'] === 'string' ? inner['description'] : '').replaceAll('|', String.raw`\|`)} |`];
  });
}
