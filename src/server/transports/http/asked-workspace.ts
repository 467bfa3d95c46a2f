import type { IncomingMessage } from 'node:http';
import { badRequest, type Refusal } from './answers.ts';
import { headerValues } from './guards.ts';
import type { FrontOptions } from './options.ts';

/** Where a connection is to work, and with which tools. */
export interface AskedWorkspace {
  /** As it was named; absent when it was not. */
  readonly named: string | undefined;
  /** Its real path. */
  readonly root: string | undefined;
  readonly isFull: boolean;
}

const maxName = 4_096;

/** Read from the address or from headers; the address where a client cannot set headers. */
export async function askedWorkspace(
  { request, query }: { readonly request: IncomingMessage; readonly query: URLSearchParams },
  options: Pick<FrontOptions, 'workspace'>,
): Promise<AskedWorkspace | Refusal> {
  const named = oneOf([...query.getAll('workspace'), ...headerValues(request.rawHeaders, 'x-snap-workspace').map(fromHeader)]);
  const surface = oneOf([...query.getAll('surface'), ...headerValues(request.rawHeaders, 'x-snap-surface')]);
  if (named === 'several' || surface === 'several') {
    const [name, header] = named === 'several' ? ['workspace', 'X-Snap-Workspace'] : ['surface', 'X-Snap-Surface'];
    return badRequest(`The ${name} has two values. Write it once: "${name}" in the address, or the header ${header}.`);
  }
  if (surface.value !== undefined && surface.value !== 'full' && surface.value !== 'default')
    return badRequest('"surface" is "default" or "full".');
  const isFull = surface.value === 'full';
  const { value } = named;
  if (value === undefined) return { named: undefined, root: undefined, isFull };
  const root = value.length > maxName || value.includes('\0') ? undefined : await options.workspace(value);
  if (root !== undefined) return { named: value, root, isFull };
  return {
    status: 403,
    code: -32000,
    message:
      'This is no workspace that was opened with snap on this machine. Run "snap snapshot create" in it once, or let an assistant work there with "snap mcp --stdio".',
  };
}

/** The same value twice is one. */
function oneOf(values: readonly string[]): { readonly value: string | undefined } | 'several' {
  const different = new Set(values);
  return different.size > 1 ? 'several' : { value: values[0] };
}

/** Node reads a header byte by byte; a path is UTF-8. */
function fromHeader(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8');
}
