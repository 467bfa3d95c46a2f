import { namesOf } from './words.ts';

/**
 * In how many of 100,000 sentences of developers a word is. Counted on 2026-11-22 in the subjects of commits and the sentences below them of 253
 * public repositories, in descriptions of commands (half of tldr-pages and of nl2bash) and in questions about code (half of CoNaLa). Every source
 * counts alike; of each word the three sources that use it most were left out, so that no source's own subject is common. Of forms of one word the most
 * frequent is named. Words that are not here are rarer.
 */
const per100000: readonly (readonly [count: number, words: string])[] = [
  [19000, 'fix'],
  [13000, 'add update'],
  [6800, 'test use'],
  [4800, 'docs remove feat chore'],
  [3500, 'not 0 when error file change support version'],
  [2500, 'readme added 1 type tool code 2 new set md release server'],
  [
    1800,
    'issue refactor config name only mcp user api default 3 ci option run no request check make get now build dependencies client ' +
      'documentation path improve json allow package',
  ],
  [
    1300,
    'create instead more generated example method value list handling link function also call command configuration key 4 return ' +
      'message provider log agent 5 validation commit required work case string',
  ],
  [
    900,
    'format install url move node git fail pass id include cli implementation token some data need missing script one typo changelog ' +
      'before auth response connection bump http based after replace plugin existing upgrade query field 8 pr enable match 7 comment ' +
      'time 6 header actions line module up mode resolve parameter read without',
  ],
  [
    640,
    'model import workflow local open e project reference page content start output image custom rename correct schema cache warning ' +
      'result cleanup docker context session go dont same close other variable via o app container object deprecated setup current bug ' +
      'js event ensure skip state lint non avoid migration like feature parse template integration where flag core because service ' +
      'process out github cause search section prevent both env compatibility hub windows first initial skills style deps task manager ' +
      'ts security re load report empty entry dev',
  ],
  [
    460,
    'disable spec directory source since per access usage better prompt description class block host still text about delete show ' +
      'already stream x behavior handler timeout environment just 9 note address while 10 review keep publish ignore route exception ' +
      'drop python follow status index execution write g order tag endpoint specific resource argument two duplicate complete extension ' +
      'helper merge failure latest unit single map hook level branch sql consistent filter through rule group ui system repo back ' +
      'params sync property ai s input auto logic actually table multiple c yml utils pattern always limit send simplify main fetch ' +
      'scope find lock end during',
  ],
  [
    330,
    'db instance array coverage instructions export number breaking verify render different authentication claude apply proxy unused ' +
      'switch npm select body accept py sdk separate store full detection next development expected specified every additional info ' +
      'extract patch operations copy introduced control 12 root doesnt web invalid details os size ruby minor 11 old way travis ' +
      'modified p shared false available t application post encoding previously assert broken defined never true longer point try ' +
      'record repository structure prepare remote database port performance correctly original step own against metadata across help ' +
      'authorization com active well related component global track over enhance normal convert even stop redirect guide explicit ' +
      'target r trigger count information item var debug internal pull job null max runtime display',
  ],
  [
    230,
    'split form interface attribute rather n d condition cover override last callback clarify properly reduce clear edit date public ' +
      'preserve retry view part shell found permissions syntax see memory possible space under account register previous async registry ' +
      'credential multi fallback pre standard refresh between common adapter b pin restore loop directly reject secret mock prefix save ' +
      'io library download production 14 mark automatically badge init real expose yaml php due hash optimize second protocol terminal ' +
      'domain email unnecessary align login maintainer extra password policy problem throw final take direct args stack wrong wait ' +
      'compile java dir attempt markdown adjust column basic made bit sh once flow manual reason bind 13 side binary long guard html ' +
      'characters bundle static storage want native profile transport folder too look external extend small ls middleware private ' +
      'present bytes raise ip raw',
  ],
  [
    170,
    'lets stale cannot wrap sure contributing m socket definition regression browser llm force explicitly title parser safe persist ' +
      '16 inside engine redundant declared here reflect ur vs print live most es remaining must platform label feedback seems dynamic ' +
      'exit inline pool 18 length oauth emit top 20 tweak simple deploy suite cloud iteration prefer legacy reset pipeline rest upload ' +
      'buffer license org clean statement place 15 location revert cluster color things workspace collection deployment notification ' +
      'thinking react escape quotes word proper silently future exclude built identity src admin decode effect until hint forward alias ' +
      'express signed graph around runner postgres expand network surface receive element button chat metrics push mention position aws ' +
      'site catch conversation cursor progress payload nested conflict startup compose row mac gate builder master constant 17 ' +
      'undefined annotations plan gitignore incorrect creation sort snapshot l rs easier scan etc suggestions means jwt thread batch ' +
      'success injection ref self rewrite none relative continue regex uri ssl protection again net history meta identifier however ' +
      'consumer three translations head redis language within appears f cancel sample listener enforce u linux pnpm worker verification ' +
      'another cookie turn confirmation',
  ],
  [
    120,
    'right happens crash few eslint 22 entire trace put google ssh off interactive many design dockerfile capability team tab ' +
      'recommended resolution diff layout increase mysql theme race done capture fixture preview leak gem less double console confusing ' +
      'readable lib signature zero channel backwards visible strict cross perf category otherwise range isnt assignment leading ' +
      'upstream give left editor rails logger backend recent treat itself 24 produce artifact xml certificate down nil tree large ' +
      'parent wrapper indices wire serialization serve opt telemetry strategy ms monitor trust 19 necessary caller strip yet stays ' +
      'pagination notice bash v ability typescript signal attachment demo later rate either router indentation bound fall respect edge ' +
      'mirror subscription bad fast matrix stats h concurrent icon didnt namespace might logo 25 role combined slash lookup trailing ' +
      'harden unknown tls ds stdio plus automated compare several assets chain gemini copilot literal explain timestamp de clarity ' +
      'layer summary discovery observability expired ap dispatch describe various bypass 21 able sse immediately given vulnerability ' +
      'affected very sub potential constructor cant manifest know sent reuse leaving finish calculate ql azure',
  ],
  [
    85,
    'official restart past comprehensive carries having driver community shape convention 23 keyword transform dns machine pending im ' +
      'op omit unchanged why navigation child dashboard audit whitespace j home hide semantics append stable whether filename free w ' +
      'approach archive maven much rely mutation total scenario partial scheduler cmd factory least known consolidate behaviour ' +
      'comparison short 26 shutdown nginx hard ready rpc dead parallel fork nothing queue abort stage eval special derived compute ' +
      'reload truncation experimental assume 30 unique promise construction though exact hardcoded codex css background rb webhook ' +
      'minimum sponsors really todo restrict bar guidance framework gh outdated organization k bin consider cloudflare boolean click ' +
      'watch refine equal retrieve newline cert occurs ask unified random isolation invoke 28 symbol fire transaction minimal ' +
      'registration anymore doing insert spelling catalog claim outside lifecycle hang solution round 32 linter member something ' +
      'landing written aliases embedded transition newer best appropriate architecture beta rfc highlight pick opencode enterprise ' +
      'complexity boundary alert reverse reached clone major card exactly modern contract wasnt join good await approval visual inherit ' +
      'prettier panel alternative flaky suppress come anthropic ship dict propagate mongo stub older whole theres referenced plain lot ' +
      'gateway sq ive ca func incorrectly health toml encryption pi y absolute username box experience website regenerated toggle delay',
  ],
  [
    61,
    'mismatch workaround mount codebase compression say year enum contributors practices discover stdout above video int conf primary ' +
      'anything similar inspect becomes people vitest hostname benchmark desktop lockfile discussion sandbox reader analysis sequence ' +
      'recursively associated fully fresh numeric relevant integer notify chunk screen gap understand struct quality else evaluation ' +
      'simply cap polling exec early thats centralize checkout sense dedicated tried cost wont min interval cve stderr everything draft ' +
      'suffix pkg ubuntu sensitive rubocop verbose chars quick anyway hand placeholder q respond ok days owner trim probably purpose ' +
      'blog duration device deferred invocation err comma fs bootstrap deep hidden hit cs delegate easy 04 age launch frame got twice ' +
      'tutorial distribution slice menu variant golang lazy constraint phase individual wip slow aware vendor below therefore symlinks ' +
      'marker supplied txt eliminate enough term stuff grammar 40 slack determine guidelines according safety sanitize inference disk ' +
      'vscode obsolete pipe tui mail marketplace z regular kind snippet flush prior graphql er question kill behind ps changeset en ran ' +
      'regardless compaction intent media docstring repeated peer period bearer mix mechanism daemon oidc alongside assistant speed ' +
      'temp begin faster intended co pure bare overflow allocation kept fine req troubleshooting vercel width solve favor probe thanks ' +
      'further touch alpha independent spawn high negative attack corresponding unexpected malformed streamable unsupported temporary ' +
      'synchronous whose dot bot subagent retain lite revision panic scroll bucket grant aggregate certain couple lower mistake ' +
      'reliable analyzer additionally pointer esm regarding overwrite pytest earlier 31 subsequent collapse swap backup 27 bring anchor ' +
      'pair',
  ],
  [
    44,
    'subscribe props frontend 29 little blank 50 low boot st rollback submit str sidebar svg rst tier inconsistent accurate ' +
      'diagnostics hold writer exe idea critical apache cd accidentally easily robust banner mod rm chart abstract populate shortcut ' +
      'bundler gemfile party pip csv entity along region rust vector proposed broke unix connector decide baseline analytics dist big ' +
      'advanced enter oracle precedence spring ever sometimes scheme 64 recovery ansible pg infrastructure depth 35 ll copyright ' +
      'padding reply classifier canonical yarn slightly glob reconnect minutes offset 42 please volume scale tell sha exclusion mongodb ' +
      'deny thus sentence provisioning screenshot rework green cast selector focus clearer ux fill 33 localhost unless program lab rc ' +
      'lost zod power facing dictionary mobile drift footer pretty super tighten incompatible world atomic 45 gen answer bugfix four 07 ' +
      'loader useless traversal www unicode union cycle websocket distinct topic third 36 disconnect counter promote modal incremental ' +
      'chrome dialog sleep 34 se submodule orchestration tsconfig together slug quite happy ruff vm ec wiki font equivalent stabilize ' +
      'makefile dry uv pricing cut drive resume threshold vim tmux exchange wins research tmp curl cors ascii allowlist meant efficient ' +
      'const reorder anonymous echo explanation onboarding subclass fact smoke algorithm priority precision reorganize decorator 99 ' +
      'seed underlying accordingly tidy violations twitter replay standalone human orphan 80 alive advertise focused honor insensitive ' +
      'mb cleaner exercise temporarily virtual concern bulk reserved trip ping simpler maybe wildcard nice jdk matcher wide msg builtin ' +
      'thrown shown dark often score na interpreter theyre restructure nullable yield codecov arrow arent idle segment implicit ' +
      'gracefully bridge downgrade ttl lambda te stateless recognize represent streamline mdx narrow',
  ],
  [
    31,
    'decision shouldnt arbitrary formatter vite timer 39 learning satisfy adopt homepage flexible brand utf benefit microsoft fake ' +
      'discord lowercase especially studio distinguish misleading cl challenge funding sibling blob bun guarantee kubernetes zone nvim ' +
      'cpu 37 soon tcp risk terraform ns signin instantiation overview rid personal di maximum bu crypto transfer un prometheus hours ' +
      'lts area unrelated zip overload flash 60 polish deterministic gpt today light relax pdf rebuild graceful 38 discard caught ' +
      'sentry pro destroy conformance alone busy newly shift height dump harness rotation ext po filesystem ctrl mime amount mq effort ' +
      'hopefully away 03 front enumeration entrypoint offer demonstrate headless measured composite friendly lack explorer animation ' +
      'matter impact multipart gemspec 44 although family modification ar arm redact fmt 43 infinite reproduce gitlab whenever dedup ' +
      'budget subcommand unset concept em particular issuer lsp flat ac grep codec maintenance rebase 46 flatten cwd situation subject ' +
      'successfully natural checker al elasticsearch corruption smaller monorepo ng bottom 90 ownership technical 41 bracket magic prod ' +
      'higher ambiguous embed payment balancer fit 01 openai cop someone frozen encountered clause executor nt triage toolset impl ' +
      'digits attr feed mask fatal subprocess rds care misc pack logout upon everywhere grid nix believe 54 credit guess incomplete ' +
      'hydration ss paragraph timezone overlapping digest established figure disallow 48 shadow eol charset el tolerance simulate ' +
      'interpolation mostly coordinator uuid jest bc npx primitive mssql utc 47 fn larger stringify 65 fragment worth recover float ' +
      'relay downstream 49 white far deserialization nav 59 inner dom orm sqlite vue taken permit faq nightly heroku 70 succeeds ' +
      'scanner nodejs black codeowners debian silence unavailable center amazon django children rake unhandled mid welcome anywhere ' +
      'backoff cfg expansion repair asynchronous choose losing interrupted gzip ga desired ti',
  ],
  [
    22,
    'tuning thought absent circle 51 onto sys behave 75 88 jar whats walk colon keyboard english outcome csrf choice goal 53 delivery ' +
      'compliance mocha verbatim offline usable press detach ce prototype li alphabetical getter ks idempotent bunch material transient ' +
      'inactive gone destination png uid couldnt ct overhead usually 56 creator alpine collision handshake foo presence 71 convenience ' +
      '05 whitelist supposed 57 dash fixup elicitation took freeze unauthorized dropdown unreachable autocomplete zsh insecure ' +
      'modelcontextprotocol watcher 52 apparently tuple datetime prove resize tips stdin kwargs bool trivial 95 universal arrives fa ' +
      'candidate 55 dm lf driven deduplicate span deno backticks macos sec typecheck deliver serverless essentially pom cc whatever ' +
      'survive cron tsx prune deliberately gc factor gha seen compliant noise announcement ta hot cjs frontmatter sd mini billing ' +
      'destructive kafka goroutine daily reusable impossible packet incoming forgot inventory fold underscore readonly 66 96 towards ' +
      'provenance clarification tar unlike greater mypy shorten 73 len ws 87 vi traffic gi le playwright overhaul maria elsewhere ' +
      'article 58 67 hack antigravity hex almost hover expiry mi goes belong red truth widget border went playbook backslash homebrew ' +
      'unneeded untouched half slot anyone inspector flip acp unfortunately webpack 98 smtp feel clock pause unlock typically social ' +
      'subdirectory memo teardown throughout checkpoint apple advisory undo 97 72 swallowed flake jump conditionally picker 62 ' +
      'privilege 68 accessor lang semicolon arch defense apt mapper pat babel diagram substitution ago cf pyproject great math ' +
      'introduction transcript reformat neither uninstall autoload iam book vary forever negotiation flight statistics cleanly ' +
      'postgresql chinese semver wheel letter prep delimiter overridden weird agnostic devtools gains refused coveralls life act ' +
      'clearly rsa ie singleton roll concatenation worktree obvious eventually openapi oss deal capitalization intentionally unsafe ' +
      'decrypt scaffold course reword phrase hence 89 facebook 61 def five kv rspec posix stuck backport hierarchy lodash sudo dispose ' +
      'ro transparent moment spread beyond star tail loopback deadlock',
  ],
  [
    16,
    '63 emoji 84 estimate golangci 86 opus exhausted dependabot implies eg unblock demand smithery overall closure stdlib upper ' +
      'ollama sa hi num ri setter 92 drain ut 82 throttle delta 83 parity werent leftover fi passthrough havent programmatic kit shim ' +
      'awesome parameterized starter dimensions gpg sentinel uppercase debugger six javascript 08 obtain latency 81 alter verb tox ' +
      'secondary kb instrumentation substring recreate nu mit involved resilient unaffected favicon partition ctx ast pid quickly ' +
      'invisible difficult themselves saw netlify dummy ahead sphinx plural keybinding checksum recipe widen came soft processor hello ' +
      'svelte regexp multiline overlay superseded 76 conn pypi interest prose strong proc danger pub milliseconds portal ssr ' +
      'indefinitely fell 77 reachable coerce knowledge week mariadb ecosystem kiro asyncio privacy genuinely 69 09 retired 91 intro ' +
      'realize macro evidence codegen online uncaught shorthand javadoc terminology membership pt judge unconditionally contrib loss ' +
      'devcontainer 93 obj checklist ice despite proof quickstart particularly snake redesign eof preset problematic seo ed cipher ' +
      'conduct investigation weve firefox 94 et submission clipboard pollution shorter yes healthcheck tty mo brew grows jackson usr ' +
      'cargo achieve upcoming nats ticket hope premature toolkit gradle chance esbuild rt overwritten img invite bullet unable exceeds ' +
      'malicious circuit tiny concise pkce sufficient proto representation became discoverability rabbit remember jws significantly ' +
      'occurrences sso intelligent mitigate keymap contact sum everyone od month latter talk enrich toolchain sequential 79 android ' +
      'introspection ill brace ini roadmap permanently 74 camel wouldnt inclusion spinner slim leverage said ml linear 06 stricter ' +
      'placement qualified circular th rack 78 extraneous gui retention ke unresolved ha descriptor jsdoc accumulate tap dataset ' +
      'audience sender statuses alt significant criteria prioritize stall rollup crlf dirty spot software degraded intermediate codeql ' +
      'grammatical surrounding exp pa concrete unwrap rescue viewport spurious angular swarm collaborator series rare shrink outer ldap ' +
      'heavy frequently modular complain lo eq ease scrape implicitly play bedrock guardrails squashed hotfix prepend wrote swagger ' +
      'rubo dotnet checkbox excessive unstable relocate huge near dual grpc',
  ],
  [
    11,
    'cr lifetime tsc rebinding prefetch tt ug mjs foundation kernel untrusted fingerprint portable youre strictly replica immutable ' +
      'tracker desc subpath tick horizontal argv clamp callable incorporate seperate straight',
  ],
];

const maxShare = 0.5;
let known: ReadonlyMap<string, number> | undefined;

/** The share of sentences of developers that contain a term; 0 for one that is not common. */
export function commonShare(term: string): number {
  known ??= readShares();
  return known.get(term) ?? 0;
}

/** A group of synonyms and a part of a word are as common as the words that have them together. */
function readShares(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (name: string | undefined, share: number): void => {
    if (name !== undefined) found.set(name, Math.min(maxShare, (found.get(name) ?? 0) + share));
  };
  for (const [count, words] of per100000) {
    for (const word of words.split(' ')) {
      const { end, group, stemmed, start } = namesOf(word);
      for (const name of [stemmed, group, start, end]) add(name, count / 100_000);
    }
  }
  return found;
}
