export { openUnboundConnection, type UnboundOptions } from '../../unbound-connection.ts';
export type { FrontClient } from './asked.ts';
export { createFront, type Front } from './front.ts';
export {
  frontLimits,
  type FrontConnection,
  type FrontLimits,
  type FrontOptions,
  type Notice,
  type OnMessage,
  type OpenOptions,
  type Principal,
} from './options.ts';
export { defaultRate, type Rate } from './rates.ts';
export { sameSecret, secretId } from './secret.ts';
