import { translate, variablesIn, type Client, type ConfigPlace, type Variable } from '../../../clients/index.ts';

/** Somebody who understands every spelling: what is meant is known, only how this client says it is asked. */
const anybody = {
  client: {
    id: 'anybody',
    variables: [
      '${NAME}',
      '${NAME:-default}',
      '${env:NAME}',
      '{env:NAME}',
      '$NAME',
      '$env:NAME',
      '%NAME%',
      '${file:/path}',
      '{file:path}',
      '${workspaceFolder}',
      '${userHome}',
      '${workspaceFolderBasename}',
      '${pathSeparator}',
      '${/}',
    ],
  },
};

/** The same reference in this client's spelling; `undefined` where it has none. */
export function respell(variable: Variable, client: Client, place: ConfigPlace): string | undefined {
  const said = translate(variable.spelling, anybody, { client, place });
  return said.kind === 'text' && said.text !== variable.spelling ? said.text : undefined;
}

/** How this client spells an environment variable; `undefined` where it fills in none. */
export function spellVariable(client: Client, place: ConfigPlace, name: string): string | undefined {
  const [variable] = variablesIn(`\${${name}}`);
  if (variable === undefined) return undefined;
  if (place.variables?.includes('${NAME}') ?? client.variables.includes('${NAME}')) return variable.spelling;
  return respell(variable, client, place);
}
