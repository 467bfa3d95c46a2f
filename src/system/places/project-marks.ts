/** What shows that a directory is a repository. */
export const repositoryMarks: readonly string[] = ['.git', '.hg', '.jj', '.svn'];

/** What shows that a directory is the root of a project. */
export const projectMarks: readonly string[] = [
  ...repositoryMarks,
  '.mcp.json',
  '.vscode',
  '.cursor',
  '.zed',
  '.snap',
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'composer.json',
  'Gemfile',
  'deno.json',
];
