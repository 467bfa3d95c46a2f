import { window, type Disposable, type MessageOptions } from 'vscode';
import { plainMessage, withoutIcons } from './shown-text.ts';

type Options = Pick<MessageOptions, 'modal' | 'detail'>;
type Rest = readonly string[] | readonly [Options, ...string[]];
type Show = (message: string, options: Options, ...buttons: string[]) => Thenable<string | undefined>;

/**
 * What the person is told, with buttons to answer. The only place that shows messages: in each of them may be words of others, such as the name of a
 * folder, and none of these becomes a link, an icon or hidden text.
 */
export const say = {
  info: (message: string, ...rest: Rest) => shown((...told) => window.showInformationMessage(...told), message, rest),
  warning: (message: string, ...rest: Rest) => shown((...told) => window.showWarningMessage(...told), message, rest),
  error: (message: string, ...rest: Rest) => shown((...told) => window.showErrorMessage(...told), message, rest),
  /** In the status bar for a moment. */
  passing: (message: string, ms: number): Disposable => window.setStatusBarMessage(withoutIcons(plainMessage(message)), ms),
};

async function shown(show: Show, message: string, rest: Rest): Promise<string | undefined> {
  const parts: readonly (Options | string)[] = rest;
  const buttons = parts.filter((part): part is string => typeof part === 'string');
  const { detail, modal = false } = parts.find((part): part is Options => typeof part === 'object') ?? {};
  return show(plainMessage(message), { modal, ...(detail === undefined ? {} : { detail: plainLines(detail) }) }, ...buttons);
}

function plainLines(detail: string): string {
  return detail
    .split('\n')
    .map((line) => plainMessage(line))
    .join('\n');
}
