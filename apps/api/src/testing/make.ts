import type { User } from '@hearth/contracts/auth/auth';
import type { Project } from '@hearth/contracts/projects/projects';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { Team } from '@hearth/contracts/teams/teams';
import { inTurns } from './in-turns.ts';
import type { TestApp } from './start-app.ts';

type Target = Pick<TestApp, 'apiOrigin' | 'webOrigin' | 'people'>;

/** Makes an email address unique to the test file because files that share a server need separate users. */
export function addressOf({ people }: Pick<Target, 'people'>, email: string): string {
  return people === undefined || email.includes(`.${people}@`) ? email : email.replace('@', `.${people}@`);
}

export interface ApiResponse<T = unknown> {
  status: number;
  headers: Headers;
  body: T;
}

interface SendOptions {
  body?: unknown;
  /** A file to send as the body instead of JSON. */
  upload?: Blob;
  /** Headers set to undefined are omitted, for example `origin`. */
  headers?: Record<string, string | undefined>;
  /** Delays the body after its first byte until this promise resolves. */
  until?: Promise<unknown>;
}

/** Behaves like a browser towards the API: keeps cookies, sends them according to their path, and sends the web app's Origin. */
export class Client {
  readonly target: Target;
  readonly cookies = new Map<string, { value: string; path: string }>();

  constructor(target: Target) {
    this.target = target;
  }

  async send<T = unknown>(method: string, path: string, options: SendOptions = {}): Promise<ApiResponse<T>> {
    const url = new URL(path, this.target.apiOrigin);
    const cookie = this.#cookiesFor(url.pathname);
    const given: Record<string, string | undefined> = {
      origin: this.target.webOrigin,
      ...(cookie === '' ? {} : { cookie }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.upload === undefined ? {} : { 'content-type': options.upload.type }),
      ...options.headers,
    };
    const headers = Object.fromEntries(
      Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    const json = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
    const sent = options.upload ?? json;
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(sent === undefined ? {} : await writeBody(sent, options.until)),
    });
    for (const line of response.headers.getSetCookie()) this.#keepCookie(line);
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const body = isJson && text !== '' ? (JSON.parse(text) as unknown) : text === '' ? undefined : text;
    return { status: response.status, headers: response.headers, body: body as T };
  }

  get = <T = unknown>(path: string): Promise<ApiResponse<T>> => this.send<T>('GET', path);
  post = <T = unknown>(path: string, body?: unknown): Promise<ApiResponse<T>> =>
    this.send<T>('POST', path, { body });
  patch = <T = unknown>(path: string, body: unknown): Promise<ApiResponse<T>> =>
    this.send<T>('PATCH', path, { body });
  delete = <T = unknown>(path: string): Promise<ApiResponse<T>> => this.send<T>('DELETE', path);

  /** Returns the Cookie header for a path. */
  #cookiesFor(path: string): string {
    return [...this.cookies]
      .filter(
        ([, cookie]) => cookie.path === '/' || path === cookie.path || path.startsWith(`${cookie.path}/`),
      )
      .map(([name, cookie]) => `${name}=${cookie.value}`)
      .join('; ');
  }

  #keepCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    if (value === '' || attributes.some((one) => /^max-age=0$/i.test(one))) this.cookies.delete(name);
    else this.cookies.set(name, { value, path });
  }
}

async function writeBody(
  sent: Blob | string,
  until: Promise<unknown> | undefined,
): Promise<{ body: ReadableStream | Blob | string; duplex?: 'half' }> {
  if (until === undefined) return { body: sent };
  const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : await sent.bytes();
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(bytes.slice(0, 1));
      await until;
      controller.enqueue(bytes.slice(1));
      controller.close();
    },
  });
  return { body, duplex: 'half' };
}

export class SignedIn extends Client {
  user: User = { id: '', name: '', email: '', image: null };
}

/** An API client that sends an API token, and neither cookies nor an Origin. */
export class Program extends Client {
  readonly secret: string;

  constructor(target: Target, secret: string) {
    super(target);
    this.secret = secret;
  }

  override async send<T = unknown>(
    method: string,
    path: string,
    options: SendOptions = {},
  ): Promise<ApiResponse<T>> {
    const headers = { origin: undefined, authorization: `Bearer ${this.secret}`, ...options.headers };
    return await super.send<T>(method, path, { ...options, headers });
  }
}

interface TokenOptions {
  name?: string;
  image?: string;
  emailVerified?: boolean;
  expiresInSeconds?: number;
  hd?: string;
}

/** Requests an identity token from the development provider. */
export async function makeToken(target: Target, email: string, options: TokenOptions = {}): Promise<string> {
  const { status, body } = await new Client(target).post<{ token: string }>('/dev/identity-tokens', {
    email: addressOf(target, email),
    name: email.split('@')[0] ?? email,
    ...options,
  });
  if (status !== 200) throw new Error(`No identity token: ${status} ${JSON.stringify(body)}`);
  return body.token;
}

/** Signs `client` in with an identity token. The response shows whether it was accepted. */
export async function presentToken(
  client: Client,
  token: string,
  headers: SendOptions['headers'] = {},
): Promise<ApiResponse<{ user: User; code?: string; detail?: string }>> {
  return await client.send('POST', '/auth/google', {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

/** Signs a user in through the API. The address identifies the user, who is created if necessary. */
export async function signIn(target: Target, email: string, options: TokenOptions = {}): Promise<SignedIn> {
  return await signInAs(new SignedIn(target), email, options);
}

export async function signInAs(
  client: SignedIn,
  email: string,
  options: TokenOptions = {},
): Promise<SignedIn> {
  const response = await presentToken(client, await makeToken(client.target, email, options));
  if (response.status !== 200)
    throw new Error(`Not signed in: ${response.status} ${JSON.stringify(response.body)}`);
  client.user = response.body.user;
  return client;
}

/** Signs in `name-0@example.com` and so on, several users concurrently. */
export async function signInMany(target: Target, name: string, count: number): Promise<SignedIn[]> {
  const people: SignedIn[] = [];
  await inTurns([...Array(count).keys()], 8, async (n) => {
    people[n] = await signIn(target, `${name}-${n}@example.com`);
  });
  return people;
}

export async function makeTeam(client: Client, name = 'Makers'): Promise<Team> {
  const response = await client.post<{ team: Team }>('/teams', { name });
  return expectMade(response, 201).team;
}

/** Creates a team on the Pro plan with these users as members. @returns its id */
export async function makeProTeam(
  owner: Client,
  people: Partial<Record<JoinRole, readonly Client[]>> = {},
): Promise<string> {
  const { _id: teamId } = await makeTeam(owner);
  await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
  for (const [role, joiners] of Object.entries(people)) {
    for (const joiner of joiners) await joinTeam(owner, teamId, joiner, role as JoinRole);
  }
  return teamId;
}

export async function makeProject(
  client: Client,
  teamId: string,
  fields: Record<string, unknown> = {},
): Promise<Project> {
  const response = await client.post<{ project: Project }>(`/teams/${teamId}/projects`, {
    name: 'Website',
    ...fields,
  });
  return expectMade(response, 201).project;
}

export async function makeTask(
  client: Client,
  teamId: string,
  fields: Record<string, unknown> = {},
): Promise<Task> {
  const response = await client.post<{ task: Task }>(`/teams/${teamId}/tasks`, {
    title: 'A task',
    ...fields,
  });
  return expectMade(response, 201).task;
}

type JoinRole = 'admin' | 'member' | 'guest';

/** Adds a user to a team through an invite link. */
export async function joinTeam(
  owner: Client,
  teamId: string,
  joiner: Client,
  teamRole: JoinRole = 'member',
): Promise<void> {
  const response = await owner.post<{ invite: { link: string } }>(`/teams/${teamId}/invites`, { teamRole });
  const { link } = expectMade(response, 201).invite;
  expectMade(await joiner.post(`/invites/${link}/join`), 200);
}

function expectMade<T>(response: ApiResponse<T>, status: number): T {
  if (response.status !== status)
    throw new Error(`Refused: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}
