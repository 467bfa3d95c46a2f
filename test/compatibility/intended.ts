const thresholds = 'Thresholds of coverage are judged by the tool that has them: there is no layer for them any more.';
const violations = 'Rules are written, not derived from reports: mode patterns has no layer for violations any more.';

const reason = 'Advice names a learning with the reason, and follows only one that is about the file or shares more than one word.';

const unexamined = 'A layer that examined nothing, or had no rule to judge by, is skipped: it passed before.';

/** Requests that are answered otherwise than by the version before, on purpose: the request and why. */
export const intended: Readonly<Record<string, string>> = {
  'snap check coverage --json': thresholds,
  'check {"mode":"coverage"}': thresholds,
  'check {"mode":"coverage","files":["src/cart.js"]}': thresholds,
  'snap advise --file src/login.js --json': reason,
  'snap advise --json fix the login': reason,
  'guide {"task":"round prices","intent":"implement"}': reason,
  'snap check patterns --json': violations,
  'check {"mode":"patterns"}': violations,
  'check {"mode":"patterns","files":["src/cart.js"]}': violations,
  'check {"mode":"patterns","code":"const a = eval(b);","files":["src/cart.js"]}': violations,
  'snap check full --json': unexamined,
  'snap check architecture --json': unexamined,
  'snap check security --diff staged --json': unexamined,
  'check {"mode":"full"}': unexamined,
  'check {"mode":"full","files":["src/cart.js"]}': unexamined,
  'check {"mode":"architecture"}': unexamined,
  'check {"mode":"architecture","files":["src/cart.js"]}': unexamined,
  'check {"mode":"full","compact":true}': unexamined,
  'snap mcp remove gone --cursor --yes --json':
    'a server that is not there cannot be removed: exit 3, and only the servers of the named assistants are listed',
};
