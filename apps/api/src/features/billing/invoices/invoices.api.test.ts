import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Invoice } from '@hearth/contracts/billing/invoices';
import { asOwner, withTeam } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { createLogger } from '#platform/log.ts';
import { creditFor, issueFor, insertInvoice, insertPayment, insertSubscription } from '#testing/billing.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import type { InvoiceContent } from './invoice-content.ts';
import { issueInvoice } from './issue.ts';

const SELLER = {
  BILLING_NAME: 'Hearth Software Private Limited',
  BILLING_ADDRESS: '12 Residency Road, Bengaluru 560025',
  BILLING_STATE: '29',
  BILLING_GSTIN: '29AAGCB7383J1Z4',
};
const PARALLEL = 100;

describeOneEngine('invoices', (engine) => {
  const clock = createTestClock();
  let api: TestApp;
  let ada: SignedIn;
  let logged = '';

  beforeAll(async () => {
    const log = createLogger({ level: 'error', destination: { write: (line) => void (logged += line) } });
    api = await startApp(engine, { clock, env: SELLER, log });
    ada = await signIn(api, 'ada@example.com');
  });
  afterAll(() => api.close());

  const issueReal = async (teamId: string, paymentId: string): Promise<Invoice> => {
    const from = clock.now();
    return await withTeam(api.app.db, { teamId, userId: null }, (tx) =>
      issueInvoice(api.app, tx, { paymentId, period: { from, until: from }, isSandbox: false }),
    );
  };
  const readRow = async (id: string) =>
    await asOwner(api.app.db, (tx) =>
      tx.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    );
  const readContent = async (id: string) => (await readRow(id)).content as InvoiceContent;
  const list = async (teamId: string, query = '') =>
    (await ada.get<{ invoices: Invoice[]; nextCursor: string | null }>(`/teams/${teamId}/invoices${query}`))
      .body;
  const fetchPdf = async (teamId: string, id: string) => {
    const cookie = [...ada.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${api.apiOrigin}/teams/${teamId}/invoices/${id}/pdf`, {
      headers: { cookie },
    });
    return { answer: response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it('states all statutory details on an invoice and on its credit note', async () => {
    const teamId = (await makeTeam(ada, 'Makers'))._id;
    const subscription = await insertSubscription(api, teamId);
    await withTeam(api.app.db, { teamId, userId: null }, (tx) =>
      tx
        .insertInto('billing_details')
        .values({
          team_id: teamId,
          name: 'Ember Trading',
          address: 'Kochi',
          state: '32',
          gstin: '32AAGCB7383J1ZH',
        })
        .execute(),
    );
    const paymentId = await insertPayment(api, teamId, subscription);
    const issued = await issueReal(teamId, paymentId);
    expect(issued).toMatchObject({ kind: 'invoice', total: 69_900, tax: 10_663, currency: 'INR' });
    expect(issued.number).toMatch(/^INV\d{4}-\d{6}$/);
    const content = await readContent(issued.id);
    expect(content).toMatchObject({
      number: issued.number,
      supplier: {
        name: SELLER.BILLING_NAME,
        address: SELLER.BILLING_ADDRESS,
        state: '29',
        gstin: SELLER.BILLING_GSTIN,
      },
      buyer: { name: 'Ember Trading', address: 'Kochi', state: '32', gstin: '32AAGCB7383J1ZH' },
      placeOfSupply: { code: '32', name: 'Kerala' },
      line: { sac: '998314', quantity: 1, discount: 0 },
      amount: { taxable: 59_237, taxes: [{ name: 'IGST', percent: 18, amount: 10_663 }], total: 69_900 },
      totalInWords: 'Rupees six hundred ninety-nine only',
      hasReverseCharge: false,
      credits: null,
    });

    const note = await creditFor(api, teamId, paymentId);
    expect(note.number).toMatch(/^CN\d{4}-\d{6}$/);
    expect(await readContent(note.id)).toMatchObject({
      kind: 'credit_note',
      credits: { number: issued.number, issuedAt: issued.issuedAt },
      amount: content.amount,
      buyer: content.buyer,
    });
    expect((await readRow(note.id)).credits).toBe(issued.id);
  });

  it('falls back to the team’s name and the seller’s state without billing details', async () => {
    const teamId = (await makeTeam(ada, 'Plain makers'))._id;
    const { id, number } = await insertInvoice(api, teamId);
    expect(number).toMatch(/^T-INV\d{4}-\d{6}$/);
    expect(await readContent(id)).toMatchObject({
      isSandbox: true,
      supplier: { name: 'Hearth (sandbox)', gstin: null },
      buyer: { name: 'Plain makers', state: null, gstin: null },
      placeOfSupply: { code: '29' },
      amount: {
        taxes: [
          { name: 'CGST', amount: 5_332 },
          { name: 'SGST', amount: 5_331 },
        ],
      },
    });
  });

  it('issues one invoice and one credit note per payment under concurrent requests', async () => {
    const teamId = (await makeTeam(ada))._id;
    const paymentId = await insertPayment(api, teamId, await insertSubscription(api, teamId));
    const many = await Promise.all(Array.from({ length: 8 }, () => issueFor(api, teamId, paymentId)));
    expect(new Set(many.map(({ number }) => number)).size).toBe(1);
    const notes = await Promise.all(Array.from({ length: 8 }, () => creditFor(api, teamId, paymentId)));
    expect(new Set(notes.map(({ id }) => id)).size).toBe(1);
    expect((await list(teamId)).invoices.map(({ kind }) => kind)).toEqual(['credit_note', 'invoice']);
    await expect(issueFor(api, teamId, teamId)).rejects.toThrow(`Payment ${teamId} not found`);
  });

  it(`leaves no gaps in the numbers when some of ${PARALLEL} concurrent issues roll back`, async () => {
    const teamIds = [(await makeTeam(ada))._id, (await makeTeam(ada))._id, (await makeTeam(ada))._id];
    const subscriptions = await Promise.all(teamIds.map((teamId) => insertSubscription(api, teamId)));
    const payments: { teamId: string; paymentId: string }[] = [];
    for (let n = 0; n < PARALLEL; n += 1) {
      const teamId = teamIds[n % teamIds.length] ?? '';
      payments.push({ teamId, paymentId: await insertPayment(api, teamId, subscriptions[n % 3] ?? '') });
    }
    const before = (await issueReal(teamIds[0] ?? '', (payments[0] as { paymentId: string }).paymentId))
      .number;
    const outcomes = await Promise.allSettled(
      payments.map(({ teamId, paymentId }, n) =>
        withTeam(api.app.db, { teamId, userId: null }, async (tx) => {
          const period = { from: clock.now(), until: clock.now() };
          const invoice = await issueInvoice(api.app, tx, { paymentId, period, isSandbox: false });
          if (n % 4 === 3) throw new RangeError('rolled back');
          return invoice.number;
        }),
      ),
    );
    const numbers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
    expect(reasons.map(({ message }) => message)).toEqual(Array(PARALLEL / 4).fill('rolled back'));
    const first = Number(before.slice(-6));
    expect(numbers.map((number) => Number(number.slice(-6))).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: (PARALLEL * 3) / 4 }, (_, n) => first + n),
    );
  }, 60_000);

  it('lists invoices newest first in pages and denies the list to members', async () => {
    const teamId = (await makeTeam(ada))._id;
    const subscription = await insertSubscription(api, teamId);
    const issued: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      clock.advance(1);
      issued.unshift((await insertInvoice(api, teamId, subscription)).number);
    }
    const first = await list(teamId, '?limit=2');
    const second = await list(teamId, `?limit=3&cursor=${first.nextCursor}`);
    expect([...first.invoices, ...second.invoices].map(({ number }) => number)).toEqual(issued);
    expect(second.nextCursor).toBeNull();
    const bob = await signIn(api, 'bob@example.com');
    await joinTeam(ada, teamId, bob);
    expect((await bob.get(`/teams/${teamId}/invoices`)).status).toBe(403);
  });

  describe('PDF', () => {
    let teamId: string;
    beforeAll(async () => {
      teamId = (await makeTeam(ada, 'शर्मा एंड संस شركة'))._id;
    });

    it('renders the PDF in a job and serves it as a download', async () => {
      // Delete the jobs of earlier tests, so that only the invoice of this test is rendered.
      await asOwner(api.app.db, (tx) =>
        tx.deleteFrom('jobs').where('kind', '=', 'billing.render-invoice').execute(),
      );
      const { id, number } = await insertInvoice(api, teamId);
      await getJobs(api.app).runDue();
      const row = await readRow(id);
      expect(row.pdf_key).toMatch(/^invoices\//);
      const { answer: response, bytes } = await fetchPdf(teamId, id);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${number}.pdf"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      });
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.pdf_sha256);
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      // The text uses one embedded font per script.
      const text = bytes.toString('latin1');
      for (const font of ['Inter-SemiBold', 'NotoSansDevanagari-SemiBold', 'NotoSansArabic-SemiBold'])
        expect(text).toContain(font);
      expect(listLetters(bytes)).toContain('₹');
    });

    it('renders the PDF on demand with one result for concurrent requests', async () => {
      const { id } = await insertInvoice(api, teamId);
      expect((await readRow(id)).pdf_key).toBeNull();
      const files = await Promise.all(Array.from({ length: 5 }, () => fetchPdf(teamId, id)));
      expect(files.map(({ answer: response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
      expect(new Set(files.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
      const key = (await readRow(id)).pdf_key ?? '';
      const others = (await api.app.storage.list('invoices')).filter((name) => key.endsWith(name));
      expect(others).toHaveLength(1);
      const rows = await asOwner(api.app.db, (tx) =>
        tx.selectFrom('invoices').select('pdf_key').where('pdf_key', 'is not', null).execute(),
      );
      expect(await api.app.storage.list('invoices')).toHaveLength(rows.length);
    });

    it.each([
      ['changed', async (key: string) => await api.app.storage.put(key, Buffer.from('%PDF-1.3 another'))],
      ['missing', async (key: string) => await api.app.storage.remove(key)],
    ])('refuses to serve a PDF whose stored file is %s', async (fault, spoil) => {
      const { id } = await insertInvoice(api, teamId);
      await fetchPdf(teamId, id);
      await spoil((await readRow(id)).pdf_key ?? '');
      logged = '';
      const { answer: response, bytes } = await fetchPdf(teamId, id);
      expect(response.status).toBe(500);
      expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'INTERNAL' });
      expect(logged).toContain(`"fault":"${fault}"`);
    });

    it('returns 404 for the PDF of another team’s invoice', async () => {
      const { id } = await insertInvoice(api, teamId);
      const otherId = (await makeTeam(ada))._id;
      expect((await fetchPdf(otherId, id)).answer.status).toBe(404);
    });
  });

  it('restarts the numbers with the Indian financial year on 1 April', async () => {
    const teamId = (await makeTeam(ada))._id;
    const subscription = await insertSubscription(api, teamId);
    const year = clock.now().getUTCFullYear() + 1;
    // Two seconds before 1 April in India.
    clock.advance((Date.UTC(year, 2, 31, 18, 29, 58) - clock.now().getTime()) / 1000);
    const issue = async () => await issueReal(teamId, await insertPayment(api, teamId, subscription));
    const last = await issue();
    clock.advance(2);
    const [first, second] = [await issue(), await issue()];
    const name = (from: number) => `${from % 100}${(from + 1) % 100}`;
    expect(last.number).toContain(`INV${name(year - 1)}-`);
    expect([first.number, second.number]).toEqual([`INV${name(year)}-000001`, `INV${name(year)}-000002`]);
  });
});

/** Returns the letters in the `ToUnicode` maps of a PDF's fonts. */
function listLetters(pdf: Buffer): string {
  let letters = '';
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue;
    let text: string;
    try {
      text = inflateSync(pdf.subarray(at + 7, pdf.indexOf('\nendstream', at))).toString('latin1');
    } catch {
      continue;
    }
    if (!text.includes('begincmap')) continue;
    for (const [, hex = ''] of text.matchAll(/<([0-9a-f]{4})>/gi))
      letters += String.fromCodePoint(Number.parseInt(hex, 16));
  }
  return letters;
}
