import type { Invocation } from '../command.ts';
import { asked, type Asked } from '../asking.ts';
import { catalogue, rowNamed } from './catalogue/catalogue.ts';
import type { Given } from './given.ts';
import { ofRow } from './of-row.ts';
import type { Wanted } from './wanted.ts';

/** Lets a person choose a server of the catalogue. */
export async function chooseFromCatalogue(invocation: Invocation, given: Given): Promise<Asked<Wanted>> {
  const prompts = await invocation.ui.prompts();
  const choices = catalogue.map(({ aliases = [], id, says }) => ({ value: id, label: id, hint: [says, ...aliases].join(', ') }));
  const chosen = asked(await prompts.find('Which server?', choices));
  if (chosen.kind === 'left') return chosen;
  const row = rowNamed(chosen.value);
  if (row === undefined) throw new TypeError('a choice is a row of the catalogue');
  return ofRow(invocation, row, given);
}
