import type { Page } from 'playwright-core';
import { addressOf } from '#api/testing/make.ts';
import type { SharedProduct } from './product.ts';

export interface Person {
  name: string;
  email: string;
  /** The URL of their image. */
  image?: string;
}

/**
 * Signs a user in by only setting the session cookie, for tests of other features.
 * @returns the user's id
 */
export async function signInQuietly(page: Page, product: SharedProduct, person: Person): Promise<string> {
  const { token } = await callApi<{ token: string }>(page, product, 'POST /dev/identity-tokens', {
    ...person,
    email: addressOf(product, person.email),
  });
  const answer = await page.context().request.post(`${product.apiOrigin}/auth/google`, {
    headers: { authorization: `Bearer ${token}`, origin: product.webOrigin },
  });
  if (!answer.ok()) throw new Error(`${person.name} could not sign in: ${await answer.text()}`);
  const { user } = (await answer.json()) as { user: { id: string } };
  return user.id;
}

/** Calls the API as the page's user to set up a test. */
export async function callApi<T = undefined>(
  page: Page,
  product: SharedProduct,
  call: string,
  body?: unknown,
): Promise<T> {
  const [method = '', path = ''] = call.split(' ');
  const answer = await page.context().request.fetch(`${product.apiOrigin}${path}`, {
    method,
    headers: { origin: product.webOrigin },
    ...(body === undefined ? {} : { data: body }),
  });
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${call}: ${answer.status()} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/**
 * Creates a team.
 * @returns its id
 */
export async function makeTeam(page: Page, product: SharedProduct, name: string): Promise<string> {
  const { team } = await callApi<{ team: { _id: string } }>(page, product, 'POST /teams', { name });
  return team._id;
}

/**
 * Creates a project.
 * @returns its id and the URL of its board
 */
export async function makeProject(
  page: Page,
  product: SharedProduct,
  teamId: string,
  name: string,
): Promise<{ projectId: string; board: string }> {
  const path = `POST /teams/${teamId}/projects`;
  const { project } = await callApi<{ project: { id: string } }>(page, product, path, { name });
  return { projectId: project.id, board: `${product.webOrigin}/dashboard/projects/${project.id}` };
}

/** Adds the user of the page `guest` to a team of the user of `host`. */
export async function joinTeam(
  host: Page,
  guest: Page,
  product: SharedProduct,
  teamId: string,
  teamRole: 'admin' | 'member' | 'guest',
): Promise<void> {
  const link = await makeInvite(host, product, teamId, teamRole);
  await callApi(guest, product, `POST /invites/${encodeURIComponent(link)}/join`);
}

/** Creates an invite link that may be used any number of times. */
export async function makeInvite(
  host: Page,
  product: SharedProduct,
  teamId: string,
  teamRole: 'admin' | 'member' | 'guest',
): Promise<string> {
  const path = `POST /teams/${teamId}/invites`;
  const { invite } = await callApi<{ invite: { link: string } }>(host, product, path, { teamRole });
  return invite.link;
}

/** Reads the titles of up to 200 of the team's tasks from the server, sorted. */
export async function readTitles(page: Page, product: SharedProduct, teamId: string): Promise<string[]> {
  const path = `GET /teams/${teamId}/tasks?limit=200`;
  const { tasks } = await callApi<{ tasks: { title: string }[] }>(page, product, path);
  return tasks.map(({ title }) => title).toSorted();
}
