/** What the extension knows of the package that holds the CLI. */

/** The oldest version of the CLI that this extension works with. */
export const minCliVersion = '0.1.0';

/** The name of the package, and of the one program of it that no other program has. */
export const cliPackage = 'snap-mcp';
