/** What is known of a file by its path. */
export interface PathKind {
  readonly isTest: boolean;
  readonly isDoc: boolean;
  readonly isConfig: boolean;
  readonly isTranslation: boolean;
  /** A value without quotes is an expression there. */
  readonly isCode: boolean;
  readonly isMarkup: boolean;
  /** Quotes of the form ` hold a text there, and no command. */
  readonly isScript: boolean;
  readonly isShell: boolean;
}

const code =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|rs|java|kt|kts|scala|swift|c|cc|cpp|cxx|h|hh|hpp|cs|rb|php|groovy|gradle|dart|ex|exs|erl|hs|clj|cljs|lua|pl|pm|r|m|mm|vue|svelte|sol|sql|fs|vb|zig|nim|jl|proto)$/i;
const script = /\.(?:[cm]?[jt]sx?|go|md|mdx|vue|svelte)$/i;
const shell = /\.(?:sh|bash|zsh|fish|bat|cmd|ps1|psm1)$/i;
const test =
  /(?:^|[/._-])(?:tests?|specs?|__tests__|__mocks__|mocks?|fixtures?|cassettes?|testdata|test-data|samples?|examples?|e2e|stubs?)(?:[/._-]|$)|(?:Test|Tests|Spec)\.\w+$/i;
const doc =
  /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|html?|ipynb)$|(?:^|\/)(?:docs?|documentation|readme[^/]*|changelog[^/]*|man)(?:\/|$)/i;
const config =
  /\.(?:ya?ml|json5?|jsonc|toml|ini|cfg|conf|config|properties|env|tf|tfvars|hcl|plist|xml|rc)$|(?:^|\/)\.env[\w.-]*$|(?:^|\/)\.[\w-]+rc$|(?:^|\/)(?:Dockerfile|docker-compose)[^/]*$/i;
const translation = /(?:^|\/)(?:locales?|i18n|l10n|lang|languages?|translations?|messages?)(?:\/|\.)|\.(?:po|pot|xlf|strings|resx)$/i;
const markup = /\.(?:html?|erb|ejs|hbs|haml|pug|jinja2?|j2|tmpl|twig|cshtml|xml|svg)$/i;

/** @param path relative to the workspace, with slashes. */
export function pathKind(path: string): PathKind {
  return {
    isTest: test.test(path),
    isDoc: doc.test(path),
    isConfig: config.test(path),
    isTranslation: translation.test(path),
    isCode: code.test(path),
    isMarkup: markup.test(path),
    isScript: script.test(path),
    isShell: shell.test(path),
  };
}
