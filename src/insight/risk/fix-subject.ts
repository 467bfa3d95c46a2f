/** A subject is one line; what comes after this many characters says nothing of its kind. */
const maxLength = 300;

/** Types of commits that are no fix, whatever else the subject says. https://www.conventionalcommits.org/en/v1.0.0/ (2026-11-22) */
const otherTypes =
  /^(?:feat(?:ures?)?|docs?|tests?|chore|style|ci|builds?|refactor|perf|deps?|release|lint|wip|examples?|website|i18n|l10n|bench(?:mark)?s?)$/i;
const fixTypes = /^(?:(?:bug|hot|quick)?-?fix(?:es|ed)?|bugs?|regression|security)$/i;
/** Parts of a project that no program runs. */
const otherScopes =
  /^(?:docs?|documentation|readme|tests?|specs?|ci|deps?|deps-dev|lint|typos?|examples?|changelog|website|playground|workflows?|actions|release|benchmarks?)$/i;
const typed = /^([\p{L}-]{2,20})\s?(?:\(([^()]{1,60})\))?!?:\s*(.*)$/u;

const fixWord =
  /(?<![\p{L}\p{N}_-])(?:(?:bug|hot|quick)?-?fix(?:e[sd]|ing|up)?|bugs?|regressions?|correct(?:s|ed)|repair(?:s|ed)?|resolves? (?:issue )?#\d+|resolved? (?:an? |the )?(?:issue|bug|problem)s?)(?![\p{L}\p{N}_-])/giu;
/** Faults by their names, with or without a word for their cure. */
const fault =
  /(?<![\p{L}\p{N}_-])(?:crash(?:e[sd]|ing)?(?! (?:report|log|dump|handler))|segfaults?|deadlocks?|(?:memory|resource|handle) leaks?|leaks|race conditions?|data race|infinite (?:loop|recursion)|use[- ]after[- ]free|(?:buffer|stack|heap|integer) overflow|over-?reads?|out[- ]of[- ]bounds|null[- ]pointer|npe|nullpointerexception|cve-\d+-\d+|panics?|undefined behaviou?r|vulnerabilit(?:y|ies)|redos)(?![\p{L}\p{N}_-])/iu;
/** The same words in the languages that most projects write in besides English. */
const fixWordElsewhere =
  /修复|修復|修正|修改.{0,6}(?:错误|问题|bug)|解决|解決|不具合|バグ|回滚|回退|버그|오류 ?수정|수정|исправ|починил|починен|фикс|(?<!\p{L})баг|виправ|(?<!\p{L})(?:behebt|behoben|behebe|fehler|korrigier\p{L}*|corrige\p{L}*|corrig(?:é|ée|ido|ida)|correction|correç(?:ão|ões)|corrección|corregid[oa]|arregl(?:a|ado|o|ar)|conserta\p{L}*|corregg\p{L}*|corrett[oa]|risol(?:to|ve)|napraw\p{L}*|popraw(?:ka|iono|ia|ki)|düzelt\p{L}*|hata)(?!\p{L})/iu;

/** With one of these anywhere, what was fixed runs in no program. */
const harmless =
  /(?<![\p{L}\p{N}_-])(?:typos?|mis-?spell?ings?|mis-?spelled|spellings?|grammar|wording|readme(?:\.\w+)?|changelog|change log|lint(?:s|er|ers|ing)?|clippy|rubocop|flake8|pylint|eslint|checkstyle|white-?spaces?|indent(?:ation|s|ing)?|docstrings?|javadocs?|godocs?|docs?|documentation|doc comments?|badges?|travis|appveyor|circleci|ci|github actions?|workflows?|coverage|copyright|code style|coding style|opechatk\p{L}*|опечатк\p{L}*|документац\p{L}*|tippfehler|rechtschreibung|coquille|faute de frappe)(?![\p{L}\p{N}_-])|错别字|拼写|文档|誤字|ドキュメント|오타|문서/iu;
/** The same within a few words after the word for a fix: elsewhere they say where, not what. */
const harmlessNear =
  /^(?:[^\p{L}]*[\p{L}\p{N}_'-]+){0,2}[^\p{L}\p{N}]*(?:tests?|test ?cases?|specs?|comments?|formatting|format of|style|links?|warnings?|examples?|benchmarks?|build|benches)(?![\p{L}\p{N}_-])/iu;

/**
 * Whether a commit repairs a fault, by its subject: words and conventions of several languages. Not where what it repairs is text, a test or
 * the look of the code; not where it takes back another revert.
 */
export function isFix(subject: string): boolean {
  const text = subject.slice(0, maxLength).trim();
  const reverted = /^(?:this )?revert(?:s|ed|ing)?(?![\p{L}\p{N}])[:\s(]*"?(.*)$/iu.exec(text)?.[1];
  if (reverted !== undefined) return isRealRevert(reverted);
  const [, type = '', scope = '', rest = ''] = typed.exec(text) ?? [];
  if (fixTypes.test(type)) return !otherScopes.test(scope.trim()) && !saysHarmless(rest, true);
  if (otherTypes.test(type)) return false;
  return isFixInWords(text);
}

function isFixInWords(text: string): boolean {
  if (fault.test(text)) return !harmless.test(text);
  if (fixWordElsewhere.test(text)) return !harmless.test(text);
  const [first] = text.matchAll(fixWord);
  if (first === undefined) return false;
  return !saysHarmless(text.slice(first.index + first[0].length), false) && !harmless.test(text);
}

/** @param isCertain the type of the commit says that it is a fix: then only what it names first counts. */
function saysHarmless(after: string, isCertain: boolean): boolean {
  if (fault.test(after)) return false;
  if (
    harmlessNear.test(after) &&
    (!isCertain || /^\W*(?:\w+\W+)?(?:tests?|specs?|comments?|formatting|style|links?|warnings?)\W*(?:$|in |for |on |of )/i.test(after))
  )
    return true;
  return isCertain ? harmless.test(after.split(/\s+/).slice(0, 4).join(' ')) : false;
}

function isRealRevert(what: string): boolean {
  if (/^(?:this )?revert/i.test(what)) return false;
  const [, type = ''] = typed.exec(what) ?? [];
  if (/^(?:docs?|tests?|chore|style|ci|builds?|deps?|release|lint)$/i.test(type)) return false;
  return !/^(?:bump|update|upgrade) /i.test(what) && !harmless.test(what);
}
