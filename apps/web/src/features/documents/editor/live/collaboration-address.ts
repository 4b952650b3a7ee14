import { apiOrigin } from '#platform/api/api-client.ts';

/** WebSocket URL of the collaboration server. */
export const COLLABORATION = `${apiOrigin.replace(/^http/, 'ws')}/collaboration`;
