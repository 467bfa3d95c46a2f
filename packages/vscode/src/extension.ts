import { window, type ExtensionContext } from 'vscode';
import { registerCommands } from './commands/index.ts';
import { registerMcp } from './mcp/register.ts';
import { registerTriggers } from './observe/triggers.ts';
import { registerOfferStart } from './offer-start.ts';
import { openDesk } from './open-desk.ts';
import { registerProblems } from './problems/register.ts';
import { registerStatusBar } from './status-bar.ts';
import { registerStatus } from './status/register.ts';
import { registerViews } from './views/register.ts';
import { registerWalkthrough } from './walkthrough.ts';

/** Joins the parts. Nothing of the core is loaded here: the editor waits for this. */
export function activate(context: ExtensionContext): void {
  const begun = performance.now();
  const log = window.createOutputChannel('Snap', { log: true });
  const desk = openDesk(context, log);
  context.subscriptions.push(
    log,
    registerCommands(desk),
    registerStatusBar(desk),
    registerStatus(desk),
    registerOfferStart(desk),
    registerWalkthrough(desk),
    registerMcp(desk),
    registerProblems(desk),
    registerViews(desk),
    // Last, because it begins to look.
    registerTriggers(desk),
  );
  log.info(`Active after ${(performance.now() - begun).toFixed(1)} ms.`);
}
