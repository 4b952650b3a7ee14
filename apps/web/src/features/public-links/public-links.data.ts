import type { PublicLink } from '@hearth/contracts/public-links/public-links';
import type { PublicLinkDays } from '@hearth/contracts/public-links/public-link-values';
import { call } from '#platform/api/api-client.ts';

export interface LinkOptions {
  expiresInDays?: PublicLinkDays | null;
  showsDescriptions?: boolean;
  showsNames?: boolean;
  isNew?: boolean;
}

interface On {
  teamId: string;
  projectId: string;
}

export async function readLink(params: On, signal?: AbortSignal): Promise<PublicLink | null> {
  const route = 'GET /teams/{teamId}/projects/{projectId}/public-link';
  return (await call(route, { params, signal })).publicLink;
}

export async function putLink(params: On, body: LinkOptions): Promise<PublicLink> {
  const route = 'PUT /teams/{teamId}/projects/{projectId}/public-link';
  return (await call(route, { params, body })).publicLink;
}

export async function turnLinkOff(params: On): Promise<void> {
  await call('DELETE /teams/{teamId}/projects/{projectId}/public-link', { params });
}
