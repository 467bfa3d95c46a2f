import { diskError, failureWords, type WritableSystem } from '../../system/index.ts';
import { removePrivateFile, writePrivateFile } from '../../system/background/index.ts';
import type { DaemonPlace } from '../place.ts';

/** What the daemon leaves for the programs of its user while it listens for HTTP, and no longer: its token and its port. */
export interface HttpFiles {
  /** @throws SnapError `io`; then none of the files is there. */
  publish(bound: Bound): void;
  /** Removes what {@link publish} wrote. Files that hold something else by now are another daemon's and stay. */
  withdraw(bound: Bound): void;
}

export interface Bound {
  readonly port: number;
  readonly token: string;
}

export function httpFiles(system: Pick<WritableSystem, 'home'>, place: DaemonPlace, log: (line: string) => void): HttpFiles {
  // Without line breaks: some assistants put the file into a header as it is.
  const files = ({ port, token }: Bound): readonly (readonly [path: string, text: string])[] => [
    [place.tokenFile, token],
    [place.portTokenFile(port), token],
    // Last: the bridge looks for the token once this is there.
    [place.httpPortFile, String(port)],
  ];
  const withdraw = (bound: Bound): void => {
    for (const [path, text] of files(bound)) {
      try {
        removePrivateFile(path, text);
      } catch (error) {
        log(`${path} could not be removed: ${failureWords(error)}`);
      }
    }
  };
  return {
    publish(bound) {
      for (const [path, text] of files(bound)) {
        try {
          writePrivateFile(path, text);
        } catch (error) {
          withdraw(bound);
          throw diskError(system.home, path, 'could not be written', error);
        }
      }
    },
    withdraw,
  };
}

/** Removes the files of a daemon that was killed: its token is no longer valid, and the port may be another program's by now. */
export async function removeLeftFiles(system: WritableSystem, place: DaemonPlace): Promise<void> {
  const names = (await system.list(system.own.data)) ?? [];
  const tokens = names.filter((name) => /^token-\d{1,5}$/.test(name)).map((name) => place.portTokenFile(Number(name.slice(6))));
  for (const path of [place.tokenFile, ...tokens, place.httpPortFile]) await system.ownFiles.remove(path);
}
