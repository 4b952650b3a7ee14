import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import { describeOneEngine } from '#testing/databases.ts';
import { inTurns } from '#testing/in-turns.ts';
import { readHeaders, startMailServer, type MailServer } from '#testing/mail-server.ts';
import { Client, makeTask, makeTeam, signIn, type ApiResponse, type SignedIn } from '#testing/make.ts';
import { pickFor, type Shares } from '#testing/sample.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';
import { listLines, listTexts, PAYLOADS } from './corpus.ts';

// Counterpart of e2e/every-screen/hostile.spec.ts for all outputs other than screens: JSON, exports, tables and emails.

const AT_ONCE = 8;
/** Sampling rate of payloads: one in n. */
const ONE_IN: Shares = [3, 12];
/** Matches cells that a spreadsheet would parse as a formula, including those that start with full-width characters. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

describeOneEngine('hostile input', (engine) => {
  let api: TestApp;
  let mail: MailServer;
  let owner: SignedIn;
  let team: string;
  let taskId: string;
  const cases = { kept: 0, refused: 0 };
  const payloads = pickFor(engine, PAYLOADS, ONE_IN, 'payloads');

  beforeAll(async () => {
    mail = await startMailServer();
    api = await startApp(engine, { env: mail.env });
    owner = await signIn(api, 'owner@example.com');
    team = `/teams/${(await makeTeam(owner))._id}`;
    await owner.post(`/dev${team}/plan`, { plan: 'pro' });
    taskId = (await makeTask(owner, team.slice(7))).id;
  });
  afterAll(async () => {
    await api.close();
    await mail.close();
    console.log(
      `HOSTILE ${payloads.length} payloads: ${cases.kept} kept word for word, ${cases.refused} refused in the field's words`,
    );
  });

  it('stores titles, descriptions and comments verbatim or rejects them with a field error', async () => {
    const lines = new Set(listLines(500).map(({ text }) => text));
    const texts = new Set(listTexts().map(({ text }) => text));
    const tasks = `${team}/tasks`;
    await inTurns(payloads, AT_ONCE, async ({ name, text }) => {
      const created = await owner.post<{ task: { title: string } }>(tasks, { title: text });
      note(name, created, lines.has(text.trim()), 'title', created.body.task?.title, text.trim());
    });
    // Multi-line strings, alternately as descriptions and as comments.
    await inTurns([...payloads.entries()], AT_ONCE, async ([at, { name, text }]) => {
      if (at % 2 === 0) {
        const created = await owner.post<{ task: { description: string } }>(tasks, {
          title: 'X',
          description: text,
        });
        note(
          name,
          created,
          texts.has(text) || text === '',
          'description',
          created.body.task?.description,
          text,
        );
      } else {
        const body = { body: text };
        const response = await owner.post<{ comment: { body: string } }>(`${tasks}/${taskId}/comments`, body);
        note(name, response, texts.has(text), 'body', response.body.comment?.body, text);
      }
    });
  });

  function note(
    name: string,
    response: ApiResponse,
    isTaken: boolean,
    field: string,
    stored: string | undefined,
    text: string,
  ): void {
    if (isTaken) {
      expect([response.status < 300, stored], name).toEqual([true, text]);
      cases.kept += 1;
      return;
    }
    const { code, errors } = response.body as Problem;
    expect([response.status, code, errors?.map(({ path }) => path)], name).toEqual([
      400,
      'INVALID_REQUEST',
      [field],
    ]);
    cases.refused += 1;
  }

  it('rejects hostile keys, ids, cursors, field names and URLs with a problem response', async () => {
    const half = payloads.filter((_, at) => at % 2 === 0);
    await inTurns(half, AT_ONCE, async ({ name, text }) => {
      if (/[\ud800-\udfff]/u.test(text)) return;
      const part = encodeURIComponent(text);
      const responses = [
        await owner.get<Problem>(`${team}/tasks?key=${part}&cursor=${part}`),
        await owner.post<Problem>(`${team}/tasks`, { title: 'X', [text]: text }),
        await owner.post<Problem>(`${team}/invites`, { email: text }),
        await new Client(api).get<Problem>(`/invites/${part}`),
        await new Client(api).get<Problem>(`/shares/${part}`),
      ];
      for (const { status, headers, body } of responses) {
        // `.` and `..` resolve to another URL, as in every browser.
        if (['.', '..'].includes(text) && status < 300) continue;
        expect([400, 404, 405], `${name} ${JSON.stringify(body)}`).toContain(status);
        expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      }
    });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('exports CSV without formulas or additional lines, under fixed file names', async () => {
    const names = listLines(80).filter(({ name }, at) => at % 4 === 0 || name.startsWith('cells '));
    await inTurns(names, AT_ONCE, async ({ text }) => void (await owner.patch(team, { name: text })));
    const table = await owner.get<string>(`${team}/audit/export.csv`);
    expect(table.headers.get('content-disposition')).toBe('attachment; filename="hearth-audit-log.csv"');
    const rows = parseTable(table.body.replace(/^\uFEFF/, ''));
    expect(rows.length).toBeGreaterThan(names.length);
    expect(new Set(rows.map((row) => row.length)).size).toBe(1);
    const cells = rows.flat();
    expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
    // The table must contain formula-like strings, or the check would prove nothing.
    expect(cells.filter((cell) => cell.startsWith("'=")).length).toBeGreaterThan(5);
    const own = await owner.get('/account/export');
    expect(own.headers.get('content-disposition')).toBe('attachment; filename="hearth-my-data.json"');
  });

  it('keeps hostile text out of the headers and recipients of contact mails', async () => {
    const visitor = new Client(api);
    const lines = listLines(100).filter((_, at) => at % 10 === 0);
    await inTurns(lines, AT_ONCE, async ({ text }) => {
      await visitor.post('/contact', { name: text, email: 'ada@example.com', message: text });
    });
    const headers = PAYLOADS.filter(({ name }) => name.startsWith('headers '));
    await inTurns(headers, AT_ONCE, async ({ text }) => {
      await visitor.post('/contact', { name: 'Ada', email: text, message: text });
      await visitor.post('/contact', { name: text, email: 'ada@example.com', message: text });
    });
    expect(mail.mails.length).toBeGreaterThan(45);
    for (const { to, raw } of mail.mails) {
      expect(to).toEqual(['people@hearth.example']);
      const mailHeaders = readHeaders(raw);
      expect([...mailHeaders.keys()].toSorted()).toEqual([
        'content-transfer-encoding',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'reply-to',
        'subject',
        'to',
      ]);
      expect(mailHeaders.get('content-type')).toMatch(/^text\/plain/);
      expect(mailHeaders.get('reply-to')).toMatch(/<ada@example\.com>$/);
    }
  });

  it('rejects hostile images regardless of the declared type', async () => {
    const svg = PAYLOADS.filter(({ name }) => /^(?:svg|script|embeds) /.test(name));
    for (const type of ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'text/html']) {
      for (const { name, text } of svg.filter((_, at) => at % 6 === 0)) {
        const response = await owner.send<Problem>('PUT', '/account/image', {
          upload: new Blob([text], { type }),
        });
        expect([400, 415], `${name} as ${type}`).toContain(response.status);
      }
    }
  });
});

/** Parses CSV (RFC 4180): quoted cells may contain commas, line breaks and doubled quotes. */
function parseTable(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (isQuoted && char === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === ',') {
      rows.at(-1)?.push(cell);
      cell = '';
    } else if (!isQuoted && char === '\r' && text[at + 1] === '\n') {
      rows.at(-1)?.push(cell);
      cell = '';
      at += 1;
      if (at + 1 < text.length) rows.push([]);
    } else cell += char;
  }
  return rows;
}
