import type { System } from '../../system/index.ts';

/**
 * The variables that programs need to find themselves, their caches and the machine's toolchains. Everything else stays here: what starts
 * snap may hold tokens of the person, and the code of a workspace has no use for them. Names of `LC_*`: https://man7.org/linux/man-pages/man7/locale.7.html,
 * of `XDG_*`: https://specifications.freedesktop.org/basedir-spec/latest/ (2026-11-23).
 */
const kept = new Set(
  `HOME USER LOGNAME SHELL LANG LANGUAGE LC_ALL LC_ADDRESS LC_COLLATE LC_CTYPE LC_IDENTIFICATION LC_MEASUREMENT LC_MESSAGES LC_MONETARY
  LC_NAME LC_NUMERIC LC_PAPER LC_TELEPHONE LC_TIME XDG_CACHE_HOME XDG_CONFIG_DIRS XDG_CONFIG_HOME XDG_DATA_DIRS XDG_DATA_HOME
  XDG_RUNTIME_DIR XDG_STATE_HOME TZ TMPDIR TEMP TMP DISPLAY
  SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT OS APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) USERPROFILE HOMEDRIVE
  HOMEPATH NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE
  JAVA_HOME MAVEN_HOME M2_HOME GRADLE_HOME GRADLE_USER_HOME ANDROID_HOME ANDROID_SDK_ROOT SDKROOT DEVELOPER_DIR
  GOPATH GOROOT GOCACHE GOMODCACHE GOBIN CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN CARGO_TARGET_DIR
  PYENV_ROOT PYENV_VERSION VIRTUAL_ENV CONDA_PREFIX UV_CACHE_DIR NVM_DIR FNM_DIR VOLTA_HOME ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR
  COREPACK_HOME PNPM_HOME BUN_INSTALL DENO_DIR NIX_PATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH`.split(/\s+/),
);

/**
 * What makes programs quiet, and keeps them from the network and from asking. Each is named in the documentation of its program:
 * npm and pnpm read `npm_config_*`, https://yarnpkg.com/configuration/yarnrc `YARN_*`, https://go.dev/ref/mod#environment-variables `GO*`,
 * https://doc.rust-lang.org/cargo/reference/environment-variables.html `CARGO_*`, https://no-color.org `NO_COLOR`.
 */
const quiet: Readonly<Record<string, string>> = {
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  TERM: 'dumb',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  BROWSER: 'none',
  GIT_TERMINAL_PROMPT: '0',
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_yes: 'false',
  npm_config_color: 'false',
  YARN_ENABLE_NETWORK: '0',
  YARN_ENABLE_TELEMETRY: '0',
  COREPACK_ENABLE_NETWORK: '0',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  GOPROXY: 'off',
  GOSUMDB: 'off',
  GOTOOLCHAIN: 'local',
  GOTELEMETRY: 'off',
  CARGO_NET_OFFLINE: 'true',
  CARGO_TERM_COLOR: 'never',
  CARGO_TERM_PROGRESS_WHEN: 'never',
  RUSTUP_AUTO_INSTALL: '0',
  PIP_NO_INPUT: '1',
  PIP_NO_INDEX: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  UV_OFFLINE: '1',
  POETRY_NO_INTERACTION: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  GATSBY_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  NX_DAEMON: 'false',
  GRADLE_OPTS: '-Dorg.gradle.daemon=false',
  HUSKY: '0',
};

/** The environment in which a program of the workspace runs: without secrets of the person, quiet, offline. */
export function programEnvironment(system: System): Readonly<Record<string, string>> {
  const own = Object.entries(system.env).flatMap(([name, value]) => {
    return value !== undefined && kept.has(name.toUpperCase()) ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(own), ...quiet };
}
