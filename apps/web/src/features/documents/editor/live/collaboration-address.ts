import { apiOrigin } from '#platform/api/api-client.ts';

/** Where documents are written together. */
export const COLLABORATION = `${apiOrigin.replace(/^http/, 'ws')}/collaboration`;
