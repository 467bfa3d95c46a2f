import type { Identity } from '../../account/index.ts';

/** Who somebody is, behind the address of the backend. Its texts are clean already. */
export function identityLine({ name, email, id, tier }: Identity): string {
  const who = name ?? email ?? id;
  const also = name !== undefined && email !== undefined ? ` (${email})` : '';
  return `${who === undefined ? '' : ` as ${who}${also}`}${tier === undefined ? '' : `, tier ${tier}`}`;
}
