import { clients, type Client } from '../../clients/index.ts';

const all: readonly Client[] = clients;

/** For sorting in the order of the registry; the machine, which is no assistant, is behind all of them. */
export function clientOrder(client: Client | undefined): number {
  return client === undefined ? all.length : all.indexOf(client);
}
