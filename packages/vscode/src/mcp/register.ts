import { Disposable } from 'vscode';
import type { Desk } from '../desk.ts';
import { registerReport } from './diagnose.ts';
import { registerOfferRemoval } from './offer-removal.ts';
import { registerProvider } from './provider.ts';

/** The server of this editor, and the page that commands about it open. */
export function registerMcp(desk: Desk): Disposable {
  return Disposable.from(registerProvider(desk), registerOfferRemoval(desk), registerReport());
}
