import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOKEN_OPERATIONS } from '@hearth/contracts/tokens/token-values';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';
import { TOOLS } from '#features/assistant/tools/tools.ts';

const READS = ['search.read', 'tasks.list', 'tasks.get', 'tasks.comments', 'relations.list', 'documents.get'];
/** Protocol revisions: 2025 with its handshake, and 2026 with stateless calls. */
const ERAS = ['2025-11-25', '2026-07-28'] as const;

describeOneEngine('Model Context Protocol server', (engine) => {
  let api: TestApp;
  let ada: SignedIn;
  let ben: SignedIn;
  let teamId: string;
  let path: string;
  const open: Client[] = [];

  beforeAll(async () => {
    api = await startApp(engine);
    ada = await signIn(api, 'ada@example.com', { name: 'Ada Moss' });
    ben = await signIn(api, 'ben@example.com');
    teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
  });
  afterAll(async () => {
    for (const client of open) await client.close();
    await api.close();
  });

  const makeToken = async (scopes: readonly string[] = TOKEN_OPERATIONS, by = ada, ofTeam = teamId) => {
    const created = await by.post<{ secret: string }>('/account/tokens', {
      name: 'Program',
      scopes,
      teamId: ofTeam,
    });
    expect(created.status).toBe(201);
    return created.body.secret;
  };
  const connect = async (secret: string, era: (typeof ERAS)[number] = ERAS[0]): Promise<Client> => {
    const client = new Client(
      { name: 'test', version: '1' },
      era === ERAS[0] ? {} : { versionNegotiation: { mode: { pin: era } } },
    );
    const headers = { authorization: `Bearer ${secret}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${api.apiOrigin}/mcp`), { requestInit: { headers } }),
    );
    open.push(client);
    return client;
  };
  const call = async (client: Client, name: string, input: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const texts = (content as { text: string }[]).map(({ text }) => text);
    return { data: JSON.parse(texts[0] ?? '{}'), more: texts.slice(1).join('\n'), isError: isError === true };
  };
  const post = async (secret: string | null, body: unknown, headers: Record<string, string> = {}) =>
    await fetch(`${api.apiOrigin}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    });

  it.each(ERAS)('serves the official MCP client with protocol revision %s', async (era) => {
    const client = await connect(await makeToken(), era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...TOOLS.map(({ name }) => name),
      'confirmProposal',
      'undoProposal',
    ]);
    expect(tools.every(({ inputSchema }) => inputSchema.type === 'object')).toBe(true);
    // These schemas cause warnings in the strict mode of the protocol’s inspector.
    expect(JSON.stringify(tools)).not.toMatch(/"(?:additionalProperties|items)":\{\}/);
    await makeTask(ada, teamId, { title: `Water the plants ${era}` });
    const found = await call(client, 'listTasks', { title: era });
    expect(found.data.data.tasks).toEqual([expect.objectContaining({ title: `Water the plants ${era}` })]);
  });

  it('applies proposals once on confirmation, undoes them in one step and hides them from other members', async () => {
    const client = await connect(await makeToken());
    const count = async () =>
      (await ada.get<{ tasks: { title: string }[] }>(`${path}/tasks?limit=200`)).body.tasks.filter(
        ({ title }) => title === 'Order chairs',
      ).length;
    const proposed = await call(client, 'createTasks', { tasks: [{ title: 'Order chairs' }] });
    expect(proposed.data.data.isDone).toBe(false);
    expect(await count()).toBe(0);
    const proposalId = /Proposal ([\w-]{36})/.exec(proposed.more)?.[1];
    const confirmed = await call(client, 'confirmProposal', { proposalId });
    expect([confirmed.isError, confirmed.data.proposal?.status]).toEqual([false, 'confirmed']);
    expect(await count()).toBe(1);
    await call(client, 'confirmProposal', { proposalId });
    expect(await count()).toBe(1);
    const undone = await call(client, 'undoProposal', { proposalId });
    expect(undone.data.proposal.status).toBe('undone');
    expect(await count()).toBe(0);

    const others = await connect(await makeToken(TOKEN_OPERATIONS, ada));
    await ada.patch(path, { membersMayUseTokens: true });
    const bens = await connect(await makeToken(TOKEN_OPERATIONS, ben));
    const again = await call(others, 'createTasks', { tasks: [{ title: 'Order chairs' }] });
    const foreign = { proposalId: /Proposal ([\w-]{36})/.exec(again.more)?.[1] };
    const stolen = await call(bens, 'confirmProposal', foreign);
    expect([stolen.isError, stolen.data.error.code]).toEqual([true, 'NOT_FOUND']);
    expect(await count()).toBe(0);
  });

  it('offers and executes only tools within the token’s scopes', async () => {
    const client = await connect(await makeToken(READS));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      TOOLS.filter(({ needs }) => needs.every((id) => READS.includes(id)))
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(tools.map(({ name }) => name)).not.toContain('createTasks');
    const hidden = await call(client, 'createTasks', { tasks: [{ title: 'No' }] });
    expect([hidden.isError, hidden.data.error.code]).toEqual([true, 'NOT_FOUND']);
    const invalid = await call(client, 'search', { query: '' });
    expect([invalid.isError, invalid.data.error.code]).toEqual([true, 'INVALID_REQUEST']);
    const away = await call(client, 'readTask', { key: 'MAK-9999' });
    expect([away.isError, away.data.error.code]).toEqual([true, 'NOT_FOUND']);
  });

  it('lists only tasks visible to the token owner in the token’s team', async () => {
    await ada.patch(path, { membersMayUseTokens: true });
    const secret = await makeProject(ada, teamId, { isPrivate: true, name: 'Merger' });
    await makeTask(ada, teamId, { title: 'Buy the rival', projectId: secret.id });
    const bens = await connect(await makeToken(TOKEN_OPERATIONS, ben));
    const adas = await connect(await makeToken());
    for (const [client, sees] of [
      [adas, 1],
      [bens, 0],
    ] as const) {
      const { data } = await call(client, 'listTasks', { title: 'rival' });
      expect(data.data.tasks).toHaveLength(sees);
    }
    const other = (await makeTeam(ben, 'Others'))._id;
    const elsewhere = await connect(await makeToken(TOKEN_OPERATIONS, ben, other));
    expect((await call(elsewhere, 'listTasks', {})).data.data.tasks).toEqual([]);
  });

  it('rejects missing, invalid and revoked tokens, session cookies and malformed requests', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    expect((await post(null, list)).status).toBe(401);
    expect((await post('hth_no', list)).status).toBe(401);
    const bySession = await ada.send('POST', '/mcp', { body: list });
    expect(bySession.status).toBe(403);
    const secret = await makeToken();
    expect((await post(secret, list)).status).toBe(200);
    const nonsense = await post(secret, { hello: 'there' });
    expect(nonsense.status).toBe(400);
    expect(
      (await fetch(`${api.apiOrigin}/mcp`, { headers: { authorization: `Bearer ${secret}` } })).status,
    ).toBe(405);
    const { tokens } = (await ada.get<{ tokens: { id: string }[] }>('/account/tokens?limit=50')).body;
    for (const { id } of tokens) await ada.send('DELETE', `/account/tokens/${id}`);
    expect((await post(secret, list)).status).toBe(401);
  });
});
