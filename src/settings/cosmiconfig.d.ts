// The package declares nothing for this file of its own; read-found.ts says why it is the one to use.
declare module 'cosmiconfig/dist/Explorer.js' {
  import type { CosmiconfigResult, Options } from 'cosmiconfig';

  export class Explorer {
    constructor(
      options: Options & {
        readonly moduleName: string;
        readonly metaConfigFilePath: null;
        readonly applyPackagePropertyPathToConfiguration: false;
      },
    );
    load(path: string): Promise<CosmiconfigResult>;
  }
}
