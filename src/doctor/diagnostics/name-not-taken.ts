import { defineEntryDiagnostic } from '../diagnostic.ts';

/** Names of servers become part of the names of their tools, so some clients take only certain ones. */
export default defineEntryDiagnostic({
  id: 'name-not-taken',
  severity: 'error',
  summary: 'The assistant does not accept this name for a server.',
  restsOn: ['limits'],
  *judge(target) {
    const { client, entry } = target;
    const { limits, names, toolPrefix } = client;
    const isReserved = names?.reserved?.includes(entry.name) ?? false;
    if (names !== undefined && (isReserved || !new RegExp(names.pattern).test(entry.name))) {
      yield {
        detail: 'rule',
        severity: isReserved || names.loose === undefined ? 'error' : 'warning',
        message: isReserved
          ? `${client.name} reserves the name "${entry.name}" for itself and skips the server.`
          : `${client.name} does not accept the name "${entry.name}"${names.loose === undefined ? '' : ' as it is: it gives the tools another name'}. ${names.says}`,
        hint: 'Rename the server, also where permissions mention it.',
      };
    }
    const prefix = toolPrefix?.replace('{server}', () => entry.name) ?? entry.name;
    if (limits?.toolName !== undefined && prefix.length >= limits.toolName) {
      yield {
        detail: 'length',
        severity: 'warning',
        message: `The name "${entry.name}" alone uses up the ${limits.toolName} characters that ${client.name} allows for a tool's name together with its server's name.`,
        hint: 'Give the server a shorter name.',
      };
    }
  },
});
