import type { Client } from './make.ts';

interface PopupResult {
  /** Final URL of the browser, without the fragment. */
  address: string;
  fragment: URLSearchParams;
}

/** Navigates like a browser: follows redirects up to the first page, or to another origin. */
export async function navigate(
  client: Client,
  method: 'GET' | 'POST',
  path: string,
  form?: Record<string, string>,
): Promise<{ url: URL; status: number; body: unknown; headers: Headers }> {
  const { apiOrigin } = client.target;
  let url = new URL(path, apiOrigin);
  let step = { method, form };
  for (let hops = 0; hops < 10; hops += 1) {
    const response = await client.send(step.method, url.pathname + url.search, {
      headers: {
        origin: step.method === 'POST' ? apiOrigin : undefined,
        ...(step.form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(step.form === undefined ? {} : { body: new URLSearchParams(step.form).toString() }),
    });
    const location = response.headers.get('location');
    if (location === null)
      return { url, status: response.status, body: response.body, headers: response.headers };
    url = new URL(location, url);
    step = { method: 'GET', form: undefined };
    if (url.origin !== apiOrigin)
      return { url, status: response.status, body: undefined, headers: response.headers };
  }
  throw new Error(`Too many redirects, the last to ${url.href}`);
}

/** Opens the sign-in popup up to the account chooser. @returns the chooser's path */
export async function openPopup(client: Client, query = ''): Promise<string> {
  const chooser = await navigate(client, 'GET', `/auth/google/start${query}`);
  if (chooser.status !== 200) throw new Error(`No chooser: ${chooser.status} ${chooser.url.href}`);
  return chooser.url.pathname;
}

/** Submits the account chooser and returns the result as received by the web app's popup page. */
export async function choose(
  client: Client,
  chooser: string,
  form: Record<string, string>,
): Promise<PopupResult> {
  const { url } = await navigate(client, 'POST', chooser, form);
  return { address: url.origin + url.pathname, fragment: new URLSearchParams(url.hash.slice(1)) };
}

/** Completes the whole popup flow for a user with this address. */
export async function signInByPopup(client: Client, email: string, query = ''): Promise<PopupResult> {
  const chooser = await openPopup(client, query);
  return await choose(client, chooser, { email, name: email.split('@')[0] ?? email });
}
