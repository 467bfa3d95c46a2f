export { HttpFailure, type HttpFailureKind } from './failure.ts';
export { httpClient, readBody, type HttpAnswer, type HttpClient, type HttpRequest } from './request.ts';
