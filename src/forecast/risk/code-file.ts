import type { WorkspacePath } from '../../workspace/index.ts';

const code =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|pyx|pyi|rs|go|java|kts?|scala|groovy|clj[cs]?|rb|rake|php|cs|fs|vb|swift|mm?|c|cc|cpp|cxx|h|hh|hpp|hxx|inl|y|l|lua|pl|pm|r|jl|ex|exs|erl|hrl|hs|ml|mli|elm|dart|zig|nim|cr|d|pas|f90|sol|sh|bash|zsh|ps1|tcl|sql|proto|graphql|jq|vim|el|lisp|rkt|asm|s|cu|glsl|wgsl|css|scss|sass|less|styl|erb|haml|slim|ejs|hbs|pug|jinja2?|j2|twig|tf|hcl|nix|bicep|cmake)$/i;
/** Tests, examples, text, what others wrote and what a program wrote. */
const noCode =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|e2e|testing|testdata|fixtures?|__fixtures__|__mocks__|__snapshots__|mocks?|docs?|documentation|website|examples?|samples?|demos?|playground|benchmarks?|bench|benches|node_modules|vendor|third[_-]?party|deps|dist|build|generated|\.github|\.yarn)\/|(?:[._-](?:tests?|spec|specs|cy|e2e|test-d|bench|stories|config|conf|min|generated|gen|pb)|(?:^|\/)(?:test_[^/]*|tests?|conftest|setup|spec_helper|test_helper))\.[^./]+$|(?:Tests?|IT|Spec|TestCase)\.(?:java|kt|scala|cs|groovy|php|swift)$|\.d\.[cm]?ts$/;

/** Whether this file is code of the program itself: no test, no text, nothing of others. */
export function isProgramCode(path: WorkspacePath): boolean {
  return code.test(path) && !noCode.test(path);
}
