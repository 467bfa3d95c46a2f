/** Where HTTP clients find snap's daemon unless SVC_SSE_PORT says otherwise. */
export const daemonPort = 8765;
