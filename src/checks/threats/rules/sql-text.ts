import type { SgNode } from '@ast-grep/napi';
import { type Argument, isPutTogether as isMaskedPutTogether, type MaskedCall } from '../masked.ts';
import {
  argumentsOf,
  callsOf,
  followed,
  isConstant,
  isFromRequest,
  isPutTogether,
  offsetOf,
  rule,
  type Script,
  textParts,
} from '../script.ts';
import type { Example, Hit, Threat } from '../threat.ts';

/** A statement that begins so is SQL, and not a sentence that begins with "select". */
const statement =
  /^\s*(?:select\s[\s\S]*\bfrom\b|insert\s+(?:or\s+\w+\s+)?into\s|update\s+\S+\s+set\s|delete\s+from\s|replace\s+into\s|merge\s+into\s|with\s+\S+\s+as\s*\()/i;
/** Behind these a value is put: comparisons, lists, limits, quotes. A name of a table or a column cannot be a parameter, so it is left out. */
const beforeValue = /(?:[=<>(,'"%]|\blike|\bin|\blimit|\boffset|\bvalues|\bbetween|\band|\bor)\s*\(?\s*['"%]?\s*$/i;
/** A list of `?` or `$1` that was made for the values. */
const placeholders = /placeholder|\bbinds?\b|['"`]\?['"`]|\$\$\{|`\$/i;
const mark = '\u0000';

/** The statement with a mark where a value that is not constant is put. */
function marked(node: SgNode, script: Script): { readonly text: string; readonly values: readonly SgNode[] } {
  const values: SgNode[] = [];
  const text = textParts(node)
    .map((part) => {
      if (part.kind() === 'string') return part.text().slice(1, -1);
      if (part.kind() === 'string_fragment') return part.text();
      if (part.kind() === 'template_string') {
        const inner = marked(part, script);
        values.push(...inner.values);
        return inner.text;
      }
      if (part.kind() === 'escape_sequence') return ' ';
      if (isConstant(part, script) || placeholders.test(part.text()) || placeholders.test(followed(inSubstitution(part), script).text()))
        return 'x';
      values.push(part);
      return mark;
    })
    .join('');
  return { text, values };
}

function inSubstitution(part: SgNode): SgNode {
  return part.kind() === 'template_substitution' ? (part.children().find((child) => child.isNamed()) ?? part) : part;
}

/** A name of a table is often quoted too. */
const beforeName = /(?:\b(?:from|into|update|table|join|index|schema|view|as)\s*|\.)["`[\\]*$/i;

function holdsValue(text: string): boolean {
  if (!statement.test(text)) return false;
  const parts = text.split(mark);
  return parts.slice(0, -1).some((_, i) => {
    const before = parts.slice(0, i + 1).join('x');
    return beforeValue.test(before) && !beforeName.test(before);
  });
}

function* inScript(script: Script): Generator<Hit> {
  yield* whereCode(script);
  const known = new Set<number>();
  const methods =
    'query|execute|exec|raw|run|all|get|each|prepare|unsafe|queryRaw|executeRaw|\\$queryRawUnsafe|\\$executeRawUnsafe|\\$queryRaw|\\$executeRaw';
  for (const call of callsOf(script, String.raw`\.(?:${methods})$`)) {
    const [given] = argumentsOf(call);
    if (given === undefined || !isPutTogether(given, script)) continue;
    known.add(offsetOf(followed(given, script)));
    const { text, values } = marked(followed(given, script), script);
    if (!statement.test(text) || values.length === 0) continue;
    if (values.some((value) => isFromRequest(value, script))) yield { at: offsetOf(call), severity: 'error' };
    else if (holdsValue(text)) yield { at: offsetOf(call) };
  }
  // Handed to a function of the project's own.
  for (const one of script.root.findAll(rule({ kind: 'variable_declarator', has: { field: 'name', regex: '(?i)sql|query|statement' } }))) {
    const value = one.field('value');
    if (value === null || known.has(offsetOf(value)) || !isPutTogether(value, script)) continue;
    const { text, values } = marked(value, script);
    if (values.length > 0 && holdsValue(text)) yield { at: offsetOf(one) };
  }
}

const fromRequest = /\brequest\.(?:args|form|values|json|data|GET|POST)\b/;

/** `$where` of MongoDB is JavaScript that the database runs. https://www.mongodb.com/docs/manual/reference/operator/query/where/ */
function* whereCode(script: Script): Generator<Hit> {
  for (const pair of script.root.findAll(rule({ kind: 'pair', has: { field: 'key', regex: String.raw`^['"]?\$where['"]?$` } }))) {
    const value = pair.field('value');
    if (value !== null && isPutTogether(value, script))
      yield {
        at: offsetOf(pair),
        message: 'A value is put into JavaScript that the database runs ($where), so it can change it.',
        fix: 'Use operators such as $eq and $gt.',
      };
  }
}

/** Python, Go, Rust, Java: the text of the first argument that is put together. */
function isStatement({ args }: MaskedCall): boolean | 'error' {
  const given = args.find((one) => isMaskedPutTogether(one));
  if (given === undefined || given !== args.find(({ masked }) => /["'`]/.test(masked))) return false;
  const text = asStatement(given);
  if (!statement.test(text) || !holdsValue(text)) return false;
  return fromRequest.test(given.text) ? 'error' : true;
}

/** What is put in as marks, whichever way it is written. */
function asStatement({ text }: Argument): string {
  const inner = text.replace(/^(?:fmt\.Sprintf|String\.format|&?format!)\s*\(\s*/, '');
  return inner
    .replace(/^\(?\s*[A-Za-z]{0,2}(?:"""|'''|["'`])/, '')
    .replaceAll(/(?:"""|'''|["'`])\s*\+\s*[\w.()[\]]+(?:\s*\+\s*(?:"""|'''|["'`]))?/g, mark)
    .replaceAll(/(?:"|')\s*[A-Za-z]{0,2}(?:"|')/g, '')
    .replaceAll(/%(?:\(\w+\))?[sdvq]|\{[^{}]*\}/g, mark);
}

export default {
  id: 'sql-text',
  severity: 'warning',
  message: 'A value is put into the text of an SQL statement, so it can change the statement.',
  fix: 'Pass it as a parameter of the query.',
  javascript: {
    keyword:
      /\$where|['"`]\s*(?:select\s|insert\s+(?:or\s+\w+\s+)?into\s|update\s+\S+\s+set\s|delete\s+from\s|replace\s+into\s|merge\s+into\s|with\s+\S+\s+as\s)/i,
    find: inScript,
  },
  lines: {
    python: [
      {
        call: /\.(?:execute|executemany|executescript|raw|fetch|fetchrow|fetchval|read_sql|read_sql_query)\s*\(|(?<![\w.])text\s*\(/g,
        is: isStatement,
      },
    ],
    go: [{ call: /\.(?:Query|QueryRow|Exec|Prepare|QueryContext|QueryRowContext|ExecContext|Raw|Get|Select)\s*\(/g, is: isStatement }],
    rust: [{ call: /\b(?:sqlx::query(?:_as|_scalar)?|sql_query|query)\s*\(|\.(?:execute|query|query_row|prepare)\s*\(/g, is: isStatement }],
    java: [
      {
        call: /\.(?:executeQuery|executeUpdate|execute|prepareStatement|createQuery|createNativeQuery|queryForObject|queryForList)\s*\(/g,
        is: isStatement,
      },
    ],
  },
} satisfies Threat;

export const examples: readonly Example[] = [
  { language: 'javascript', found: 0, code: 'export const f = (db, t) => db.raw(`SELECT * FROM "${t}"`);' },
  {
    language: 'javascript',
    found: 1,
    code: 'export function f(name) {\n  const query = "select id from users where name like \'%" + name + "%\'";\n  return pool.ask(query);\n}',
  },
  {
    language: 'javascript',
    found: 0,
    code: 'const query = `select one of ${list}`; const sql = (id) => build`SELECT a FROM t WHERE b = ${id}`;',
  },
  { language: 'javascript', found: 1, code: 'export const f = (x) => ({ $where: `this.a > ${x}` });' },
  {
    language: 'javascript',
    found: 1,
    severity: 'error',
    code: 'app.get("/", (req) => {\n  var sql = "SELECT a FROM t WHERE b = \'" + req.body.b + "\'";\n  db.sequelize.query(sql, {});\n});',
  },
  { language: 'javascript', found: 1, code: 'export const f = (db, id) => db.query(`SELECT * FROM users WHERE id = ${id}`);' },
  {
    language: 'javascript',
    found: 1,
    code: 'export const f = (db, name) => db.execute("SELECT * FROM users WHERE name = \'" + name + "\'");',
  },
  {
    language: 'javascript',
    found: 1,
    code: 'export function f(db, id) { const sql = `DELETE FROM t WHERE id = ${id}`; return db.run(sql); }',
  },
  {
    language: 'javascript',
    found: 1,
    severity: 'error',
    code: 'app.get("/", (req) => db.query(`SELECT a FROM t WHERE id = ${req.params.id}`));',
  },
  {
    language: 'javascript',
    found: 0,
    code: 'export const f = (id) => db.query(sql`SELECT * FROM users WHERE id = ${id}`);\nprisma.$queryRaw`SELECT * FROM t WHERE a = ${id}`;',
  },
  { language: 'javascript', found: 0, code: 'export const f = (id) => db.query("SELECT * FROM users WHERE id = $1", [id]);' },
  {
    language: 'javascript',
    found: 0,
    code: 'const ids = list.map(() => "?").join(", ");\ndb.query(`SELECT a FROM t WHERE id IN (${ids})`, list);',
  },
  { language: 'javascript', found: 0, code: 'export const f = (table) => db.query(`SELECT count(*) FROM ${table}`);' },
  { language: 'javascript', found: 0, code: 'export const f = (x) => menu.get(`select one of the list: ${x}`) ?? app.get(`/users/${x}`);' },
  { language: 'python', found: 1, code: 'cursor.execute(f"SELECT * FROM users WHERE id = {user_id}")' },
  { language: 'python', found: 1, code: 'cursor.execute("SELECT * FROM users WHERE name = \'%s\'" % name)' },
  { language: 'python', found: 1, code: 'cursor.execute("DELETE FROM users WHERE id = " + user_id)' },
  {
    language: 'python',
    found: 1,
    code: 'def f(c, name):\n    q = ("INSERT INTO t (name) "\n         "VALUES (\'%(name)s\')" % {"name": name})\n    c.execute(q)',
  },
  { language: 'python', found: 0, code: 'def g():\n    q = f"DELETE FROM t WHERE a = {a}"\n\ndef h(c, q):\n    c.execute(q)' },
  { language: 'python', found: 0, code: 'cursor.execute("SELECT * FROM users WHERE id = %s", (user_id,))' },
  { language: 'python', found: 0, code: 'cursor.execute(f"SELECT count(*) FROM {table}")' },
  { language: 'go', found: 1, code: 'rows, err := db.Query(fmt.Sprintf("SELECT * FROM users WHERE id = %s", id))' },
  { language: 'go', found: 1, code: 'db.QueryContext(ctx, "SELECT name FROM users WHERE id = " + id)' },
  { language: 'go', found: 0, code: 'db.Query("SELECT * FROM users WHERE id = $1", id)' },
  { language: 'rust', found: 1, code: 'sqlx::query(&format!("SELECT * FROM users WHERE id = {}", id)).fetch_one(&pool)' },
  { language: 'java', found: 1, code: 'statement.executeQuery("SELECT * FROM users WHERE id = " + id);' },
  { language: 'java', found: 0, code: 'connection.prepareStatement("SELECT * FROM users WHERE id = ?");' },
];
