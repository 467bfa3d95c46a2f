// What the official memory server keeps of what it acknowledged.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { newHome } from '../support/homes.mjs';
import { connect } from '../support/rpc.mjs';
import { officialServers, smallProject } from '../support/servers.mjs';
import { emptyRow, newMark, words } from './records.mjs';

/** The same of the official memory server: one file, entities instead of learnings. */
export async function memory(rounds, processes, each, ownKills) {
  const row = emptyRow(rounds);
  let name;
  for (let round = 0; round < rounds; round += 1) {
    const home = newHome(`stores-memory-${ownKills}-${round}`);
    const [server] = officialServers(home, smallProject(home)).filter((one) => one.name.startsWith('server-memory'));
    if (server === undefined) return [];
    name = `${server.name}, ${ownKills === 0 ? 'no kills' : `${ownKills} kills each`}`;
    const names = [];
    const worker = async () => {
      let done = 0;
      for (let start = 0; done < each && start < 20; start += 1) {
        const connection = connect(server);
        try {
          await connection.handshake();
          if (start < ownKills) void after(Math.random() * each * 4).then(() => connection.kill());
          while (done < each) {
            const mark = newMark();
            const entities = [{ name: mark, entityType: 'learning', observations: [words(9)] }];
            const result = await connection.call({ name: 'create_entities', arguments: { entities } });
            if (result.isError === true) row.refused += 1;
            else names.push(mark);
            done += 1;
          }
        } catch {
          // Killed, or it died: it starts again.
        }
        connection.kill();
        if (start < ownKills) row.kills += 1;
      }
    };
    await Promise.all(Array.from({ length: processes }, worker));
    row.acknowledged += names.length;
    const lines = readFileSync(join(home, 'memory.jsonl'), 'utf8')
      .split('\n')
      .filter((text) => text !== '');
    row.lines += lines.length;
    const found = new Set(
      lines.flatMap((line) => {
        try {
          return [JSON.parse(line).name];
        } catch {
          row.broken += 1;
          return [];
        }
      }),
    );
    row.lost += names.filter((one) => !found.has(one)).length;
  }
  return [{ ...row, name }];
}
