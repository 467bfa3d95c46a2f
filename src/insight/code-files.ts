/** Endings of the languages in which most programs are written. */
const languages =
  '[cm]?[jt]sx?|vue|svelte|py|pyx|rb|rs|go|java|kt|kts|scala|groovy|cs|fs|vb|swift|m|mm|c|h|cc|cpp|cxx|hpp|hh|php|pl|pm|lua|ex|exs|erl|hs|ml|mli|clj|dart|r|jl|sh|bash|tcl|sql|zig|nim|y|l';
/** Other languages, styles, templates and descriptions of machines: they have faults too, but few projects consist of them. */
const others =
  'astro|pyi|cljc|cljs|rake|hxx|inl|hrl|elm|cr|d|pas|f90|sol|zsh|ps1|proto|graphql|jq|vim|el|lisp|rkt|asm|s|cu|glsl|wgsl|css|scss|sass|less|styl|erb|haml|slim|ejs|hbs|pug|jinja2?|j2|twig|tf|hcl|nix|bicep|cmake';
const language = new RegExp(String.raw`\.(?:${languages})$`, 'i');
const code = new RegExp(String.raw`\.(?:${languages}|${others})$`, 'i');

/** Whether a file is written in one of the usual languages. */
export function isInLanguage(file: string): boolean {
  return language.test(file);
}

/** Whether a file is code of any kind. */
export function isCode(file: string): boolean {
  return code.test(file);
}
