import { replacedIn, translate, variablesIn, type Client, type ConfigPlace, type Variable } from '../../../clients/index.ts';

/** A client that understands every form of a variable, to translate from. */
const anyClient = {
  client: {
    id: 'anyClient',
    variables: (
      '${NAME} ${NAME:-default} ${env:NAME} {env:NAME} $NAME $env:NAME %NAME% ${file:/path} {file:path} ${workspaceFolder} ' +
      '${userHome} ${workspaceFolderBasename} ${pathSeparator} ${/}'
    ).split(' '),
  },
};

/** The same variable in this client's form; `undefined` when it has none. */
export function respell(variable: Variable, client: Client, place: ConfigPlace): string | undefined {
  const said = translate(variable.spelling, anyClient, { client, place });
  return said.kind === 'text' && said.text !== variable.spelling ? said.text : undefined;
}

/** This client's form of an environment variable; `undefined` when it fills in none. */
export function spellVariable(client: Client, place: ConfigPlace, name: string): string | undefined {
  const [variable] = variablesIn(`\${${name}}`);
  if (variable === undefined) return undefined;
  if (client.variablesFrom === 'entry') return undefined;
  if (replacedIn(client, place).includes('${NAME}')) return variable.spelling;
  return respell(variable, client, place);
}
