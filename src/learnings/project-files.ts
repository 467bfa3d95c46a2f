/**
 * The files that `snap init` creates next to the records, by name. `snap init --undo` removes those that are unchanged, so their text stays as it
 * is: a new wording would leave the old files behind.
 */
export const projectFiles: Readonly<Record<string, string>> = {
  'settings.json': `{
  "$schema": "urn:snap-mcp:schema:settings:1"
}
`,
  // Union: both sides' lines stay, in any order. https://git-scm.com/docs/gitattributes#Documentation/gitattributes.txt-union
  '.gitattributes': `*.jsonl merge=union text eol=lf
`,
  '.gitignore': `# Left behind only when snap is ended in the middle of a write.
.*.snap-mcp.tmp
`,
  'README.md': `# What snap knows about this project

- \`learnings.jsonl\`: what was learned while working here, one record a line.
- \`violations.jsonl\`: rules that were broken, one report a line; they are counted by type.
- \`settings.json\`: settings of this project.

These files are meant to be committed: whoever works here then knows the same. They are plain text, lines are only ever added, and
git keeps the lines of both sides in a merge (\`.gitattributes\`). Secrets are taken out before a line is written; read a change
before you commit it all the same. How often something was shown and whether it helped is not in here, but in your own data directory.

\`snap init --undo\` moves the records back to your own data directory and removes this directory.
`,
};
