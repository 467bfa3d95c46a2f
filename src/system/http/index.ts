export { eventStreamReader, onOneLine, type EventStreamReader, type StreamData, type StreamEvent } from './event-stream.ts';
export { HttpFailure, type HttpFailureKind } from './failure.ts';
export { areHeaders, httpClient, readBody, type HttpAnswer, type HttpClient, type HttpRequest, type StopSignal } from './request.ts';
export { listenLimits, listenOnLoopback, type Exchange, type Listener, type ListenLimits, type PortTaken } from './listen.ts';
export type { PortHolder } from './port-holder.ts';
export { isLoopback, sameSecret, secretId, targetOf } from './request-checks.ts';
export { receiveRedirect, type Redirect } from './receive-redirect.ts';
