import type { Client, Scope, Where } from '../clients/index.ts';
import { probe, type Facts } from '../machine/index.ts';
import type { System } from '../system/index.ts';
import { findWorkspace } from '../workspace/index.ts';

/** Which assistants a person means. */
export interface Selection {
  readonly clients: readonly Client[];
  /** The person named them. Otherwise snap chose them, and has to ask before it writes. */
  readonly named: boolean;
  /** Only those that are installed. */
  readonly onlyDetected: boolean;
  /** Undefined: global where the assistant has it, else project. */
  readonly scope: Scope | undefined;
}

/** The selected assistants as they are on this machine. */
export interface Targets {
  readonly facts: Facts;
  readonly where: Where;
}

/**
 * Reads the config files of the selected assistants. Writes nothing.
 * @param workspace the directory the person named; without it the one snap runs in.
 */
export async function findTargets(system: System, { clients, onlyDetected }: Selection, workspace: string | undefined): Promise<Targets> {
  const found = await findWorkspace(system, workspace);
  const facts = await probe(system, { workspace: found, clients });
  return {
    facts: onlyDetected ? { ...facts, clients: facts.clients.filter(({ installed }) => installed) } : facts,
    where: { platform: system.platform, home: system.home, env: system.env, workspace: found.path },
  };
}
