import type { Diagnostic } from '../diagnostic.ts';
import shimInsteadOfStdio from './shim-instead-of-stdio.ts';
import slowStart from './slow-start.ts';
import serverCannotStart from './server-cannot-start.ts';
import serverExits from './server-exits.ts';
import serverSilent from './server-silent.ts';
import serverBroken from './server-broken.ts';
import noiseOnStdout from './noise-on-stdout.ts';
import remoteNotFound from './remote-not-found.ts';
import remoteRefusesKey from './remote-refuses-key.ts';
import transportMismatch from './transport-mismatch.ts';
import loopbackMismatch from './loopback-mismatch.ts';
import daemonNotRunning from './daemon-not-running.ts';
import portTaken from './port-taken.ts';
import remoteUnreachable from './remote-unreachable.ts';
import remoteError from './remote-error.ts';
import worksInOneEnvironment from './works-in-one-environment.ts';
import toolNameTooLong from './tool-name-too-long.ts';
import tooManyTools from './too-many-tools.ts';
import expensiveTools from './expensive-tools.ts';
import programNotFound from './program-not-found.ts';
import programNotExecutable from './program-not-executable.ts';
import programGone from './program-gone.ts';
import wrongNodeForScript from './wrong-node-for-script.ts';
import snapIsSnapd from './snap-is-snapd.ts';
import windowsLauncher from './windows-launcher.ts';
import appdataNpmMissing from './appdata-npm-missing.ts';
import pathOfOtherSystem from './path-of-other-system.ts';
import wslPathMismatch from './wsl-path-mismatch.ts';
import containerInput from './container-input.ts';
import commandLineInCommand from './command-line-in-command.ts';
import pathVariableReplaced from './path-variable-replaced.ts';
import relativePath from './relative-path.ts';
import relativeCwd from './relative-cwd.ts';
import deadWorkspace from './dead-workspace.ts';
import workspaceMissing from './workspace-missing.ts';
import oneWorkspaceForAllWindows from './one-workspace-for-all-windows.ts';
import notExpandedByShell from './not-expanded-by-shell.ts';
import escapedBackslash from './escaped-backslash.ts';
import ownEntryOutdated from './own-entry-outdated.ts';
import personalPathInProjectFile from './personal-path-in-project-file.ts';
import projectFileIgnored from './project-file-ignored.ts';
import windowsOnlyInProject from './windows-only-in-project.ts';
import unparsable from './unparsable.ts';
import mergeConflict from './merge-conflict.ts';
import curlyQuotes from './curly-quotes.ts';
import byteOrderMark from './byte-order-mark.ts';
import notUtf8 from './not-utf8.ts';
import notStrictJson from './not-strict-json.ts';
import rootNotAMap from './root-not-a-map.ts';
import notAFile from './not-a-file.ts';
import danglingLink from './dangling-link.ts';
import notReadable from './not-readable.ts';
import notWritable from './not-writable.ts';
import linkedConfig from './linked-config.ts';
import fileWasReset from './file-was-reset.ts';
import clientLockLeft from './client-lock-left.ts';
import interruptedChange from './interrupted-change.ts';
import fileNobodyReads from './file-nobody-reads.ts';
import wrongKey from './wrong-key.ts';
import misspeltKey from './misspelt-key.ts';
import serverOutsideMap from './server-outside-map.ts';
import doubleWrapped from './double-wrapped.ts';
import duplicateKey from './duplicate-key.ts';
import emptyProjectMap from './empty-project-map.ts';
import shadowedEntry from './shadowed-entry.ts';
import sameServerTwice from './same-server-twice.ts';
import driftBetweenClients from './drift-between-clients.ts';
import twoTransportsOfSnap from './two-transports-of-snap.ts';
import typeMissing from './type-missing.ts';
import typeMisspelt from './type-misspelt.ts';
import wrongUrlField from './wrong-url-field.ts';
import noCommandOrUrl from './no-command-or-url.ts';
import fieldMissing from './field-missing.ts';
import misspeltField from './misspelt-field.ts';
import commandAndUrl from './command-and-url.ts';
import commandLineDiffers from './command-line-differs.ts';
import refusedField from './refused-field.ts';
import staleNesting from './stale-nesting.ts';
import wrongValueType from './wrong-value-type.ts';
import unsupportedTransport from './unsupported-transport.ts';
import timeoutUnit from './timeout-unit.ts';
import nameNotTaken from './name-not-taken.ts';
import tooManyServers from './too-many-servers.ts';
import switchedOff from './switched-off.ts';
import switchedOffElsewhere from './switched-off-elsewhere.ts';
import notApproved from './not-approved.ts';
import folderNotTrusted from './folder-not-trusted.ts';
import disabledWithoutEffect from './disabled-without-effect.ts';
import managedPolicy from './managed-policy.ts';
import foreignField from './foreign-field.ts';
import variableDialect from './variable-dialect.ts';
import variableNotExpanded from './variable-not-expanded.ts';
import variableUnset from './variable-unset.ts';
import headerUnfilled from './header-unfilled.ts';
import environmentNotPassed from './environment-not-passed.ts';
import placeholderLeft from './placeholder-left.ts';
import plaintextSecret from './plaintext-secret.ts';
import secretReadableByOthers from './secret-readable-by-others.ts';
import addressScheme from './address-scheme.ts';
import inputUndefined from './input-undefined.ts';
import serverPathMissing from './server-path-missing.ts';
import plainHttp from './plain-http.ts';
import pathSaysOtherTransport from './path-says-other-transport.ts';
import proxyTakesLoopback from './proxy-takes-loopback.ts';
import serversInSettings from './servers-in-settings.ts';
import oldNodeFirst from './old-node-first.ts';
import spaceInArgument from './space-in-argument.ts';
import splitByShell from './split-by-shell.ts';
import dockerNotRunning from './docker-not-running.ts';
import fixedPort from './fixed-port.ts';
import pathOfPackage from './path-of-package.ts';
import npxCacheLeft from './npx-cache-left.ts';
import extensionInterpreter from './extension-interpreter.ts';

/** Every diagnostic. */
export const diagnostics: readonly Diagnostic[] = [
  shimInsteadOfStdio,
  slowStart,
  serverCannotStart,
  serverExits,
  serverSilent,
  serverBroken,
  noiseOnStdout,
  remoteNotFound,
  remoteRefusesKey,
  transportMismatch,
  loopbackMismatch,
  daemonNotRunning,
  portTaken,
  remoteUnreachable,
  remoteError,
  worksInOneEnvironment,
  toolNameTooLong,
  tooManyTools,
  expensiveTools,
  programNotFound,
  programNotExecutable,
  programGone,
  wrongNodeForScript,
  oldNodeFirst,
  spaceInArgument,
  splitByShell,
  dockerNotRunning,
  fixedPort,
  pathOfPackage,
  npxCacheLeft,
  extensionInterpreter,
  snapIsSnapd,
  windowsLauncher,
  appdataNpmMissing,
  pathOfOtherSystem,
  wslPathMismatch,
  containerInput,
  commandLineInCommand,
  pathVariableReplaced,
  relativePath,
  relativeCwd,
  deadWorkspace,
  workspaceMissing,
  oneWorkspaceForAllWindows,
  notExpandedByShell,
  escapedBackslash,
  ownEntryOutdated,
  personalPathInProjectFile,
  projectFileIgnored,
  windowsOnlyInProject,
  unparsable,
  curlyQuotes,
  mergeConflict,
  byteOrderMark,
  notUtf8,
  notStrictJson,
  rootNotAMap,
  notAFile,
  danglingLink,
  notReadable,
  notWritable,
  linkedConfig,
  fileWasReset,
  clientLockLeft,
  interruptedChange,
  fileNobodyReads,
  serversInSettings,
  commandLineDiffers,
  wrongKey,
  misspeltKey,
  serverOutsideMap,
  doubleWrapped,
  duplicateKey,
  emptyProjectMap,
  shadowedEntry,
  sameServerTwice,
  driftBetweenClients,
  twoTransportsOfSnap,
  typeMissing,
  typeMisspelt,
  wrongUrlField,
  noCommandOrUrl,
  misspeltField,
  fieldMissing,
  commandAndUrl,
  refusedField,
  staleNesting,
  wrongValueType,
  unsupportedTransport,
  timeoutUnit,
  nameNotTaken,
  tooManyServers,
  switchedOff,
  switchedOffElsewhere,
  notApproved,
  folderNotTrusted,
  disabledWithoutEffect,
  managedPolicy,
  foreignField,
  variableDialect,
  variableNotExpanded,
  variableUnset,
  headerUnfilled,
  environmentNotPassed,
  placeholderLeft,
  plaintextSecret,
  secretReadableByOthers,
  addressScheme,
  inputUndefined,
  serverPathMissing,
  plainHttp,
  pathSaysOtherTransport,
  proxyTakesLoopback,
];
