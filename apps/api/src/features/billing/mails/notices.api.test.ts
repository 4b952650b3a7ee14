import { beforeAll, beforeEach, expect, it } from 'vitest';
import { LOCALES } from '@hearth/contracts/core/locales';
import { asOwner, withTeam } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { readOutbox, type OutboxMail } from '#platform/mail/outbox.ts';
import { creditFor, issueFor, insertInvoice, insertPayment, insertSubscription } from '#testing/billing.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { readHeaders, startMailServer, unquote, type MailServer } from '#testing/mail-server.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';
import { enqueueNotices } from './notices.jobs.ts';

const DAY_S = 86_400;

describeOneEngine('billing mails', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let teamId: string;

  beforeAll(async () => {
    ada = await signIn(api, 'ada@example.com', { name: 'Ada Berg' });
  });
  beforeEach(async () => {
    ada = await signIn(api, 'ada@example.com', { name: 'Ada Berg' });
    teamId = (await makeTeam(ada, 'Makers'))._id;
  });

  const on = () => ({ teamId, userId: null });
  const seen = new Set<OutboxMail>();
  /** Returns the emails about this team since the last call, oldest first. */
  const readNew = (): OutboxMail[] => {
    const fresh = readOutbox(api.app).filter((mail) => !seen.has(mail));
    for (const mail of fresh) seen.add(mail);
    return fresh.filter(({ text }) => text.includes(teamId)).toReversed();
  };
  const sendNotices = async (): Promise<OutboxMail[]> => {
    await withTeam(api.app.db, on(), (tx) => enqueueNotices(api.app, tx));
    await getJobs(api.app).runDue();
    return readNew().toSorted((a, b) => a.to.localeCompare(b.to));
  };
  const change = async (values: Record<string, unknown>) =>
    await withTeam(api.app.db, on(), (tx) =>
      tx.updateTable('subscriptions').set(values).where('team_id', '=', teamId).execute(),
    );
  const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_S * 1000);

  it('sends each notice once, in each recipient’s language, to owners and billing addresses', async () => {
    const bob = await signIn(api, 'bob@example.com');
    await joinTeam(ada, teamId, bob);
    await asOwner(api.app.db, (tx) =>
      tx.updateTable('memberships').set({ role: 'owner' }).where('user_id', '=', bob.user.id).execute(),
    );
    await joinTeam(ada, teamId, await signIn(api, 'cy@example.com'));
    await bob.patch('/account', { language: 'es', timeZone: 'America/Lima' });
    await withTeam(api.app.db, on(), (tx) =>
      tx
        .insertInto('billing_details')
        .values({
          team_id: teamId,
          email: 'bills@example.org',
          receipt_emails: ['ADA@example.com', 'books@example.org'],
        })
        .execute(),
    );
    const { number } = await insertInvoice(api, teamId);
    const mails = await sendNotices();
    expect(mails.map(({ to, attachments }) => [to.toLowerCase(), attachments])).toEqual(
      ['ada@example.com', 'bills@example.org', 'bob@example.com', 'books@example.org'].map((to) => [
        to,
        [`${number}.pdf`],
      ]),
    );
    const [toAda, toBills, toBob] = mails;
    expect(toAda?.text).toContain('₹699');
    expect(toBills?.subject).toBe(`Receipt ${number} for Makers`);
    expect(toBob?.subject).toBe(`Recibo ${number} de Makers`);
    expect(await sendNotices()).toEqual([]);

    await change({ paid_until: inDays(2) });
    const charge = await sendNotices();
    expect(charge.map(({ to }) => to)).toEqual(['ada@example.com', 'bills@example.org', 'bob@example.com']);
    expect(charge[0]?.text).toContain('Visa •••• 4242');
  });

  it('sends failure notices on days 0, 2 and 5 and one notice when Pro ends', async () => {
    await insertSubscription(api, teamId, {
      state: 'past_due',
      paid_until: clock.now(),
      first_failed_at: clock.now(),
      url: `https://pay.example/${teamId}`,
    });
    const subjects: string[] = [];
    for (let day = 0; day < 9; day += 1) {
      const mails = await sendNotices();
      expect(mails.length).toBeLessThan(2);
      for (const mail of mails) {
        subjects.push(`${day}: ${mail.subject.replace(/\d+ \w+ \d+/, 'DATE')}`);
        if (day < 6) expect(mail.text).toContain(`https://pay.example/${teamId}`);
        else expect(mail.text).toContain(`/payment/onboarding?plan=pro&team=${teamId}`);
      }
      clock.advance(DAY_S);
      ada = await signIn(api, 'ada@example.com');
    }
    expect(subjects).toEqual([
      '0: A payment for Makers didn’t go through',
      '2: A payment for Makers didn’t go through',
      '5: Pro for Makers ends on DATE unless it’s paid',
      '7: Pro has ended for Makers',
    ]);
  });

  it.each(LOCALES)('renders every mail completely in %s as text and HTML', async (language) => {
    await ada.patch('/account', { language });
    const subscriptionId = await insertSubscription(api, teamId, { paid_until: inDays(20), method: null });
    const paymentId = await insertPayment(api, teamId, subscriptionId);
    const invoice = await issueFor(api, teamId, paymentId);
    const month = inDays(20).toISOString().slice(0, 7);
    const all = [...(await sendNotices())];
    const method = (expires: string) =>
      JSON.stringify({ kind: 'card', network: 'Visa', last4: '4242', expires }) as never;
    for (const values of [
      { paid_until: inDays(3), method: method('2040-01') },
      { paid_until: inDays(20), cancels_at_end: true },
      { cancels_at_end: false, method: method(month) },
      { method: method('2040-01'), state: 'past_due', first_failed_at: inDays(0), paid_until: inDays(0) },
      { first_failed_at: inDays(-3), paid_until: inDays(-3) },
      { first_failed_at: inDays(-6), paid_until: inDays(-6) },
      { state: 'halted' },
    ]) {
      await change(values);
      const mails = await sendNotices();
      expect(mails).toHaveLength(1);
      all.push(...mails);
    }
    const note = await creditFor(api, teamId, paymentId);
    await change({ refunded_at: inDays(0), state: 'cancelled' });
    all.push(...(await sendNotices()));
    expect(all.map(({ attachments }) => attachments.length)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(all[0]?.text).toContain(invoice.number);
    expect(all.at(-1)?.text).toContain(note.number);
    expect(all.at(-1)?.text).toContain(invoice.number);
    for (const mail of all) {
      expect(mail.html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
      expect(`${mail.subject} ${mail.text}`).not.toMatch(/undefined|null|NaN|Invalid|“”|«»/);
      expect(mail.subject).toContain('Makers');
    }
    expect(new Set(all.map(({ subject }) => subject)).size).toBeGreaterThan(7);
    await ada.patch('/account', { language: null });
  });

  it('sends notices from the hourly sweep when they become due without a change', async () => {
    await insertSubscription(api, teamId, { paid_until: inDays(3.5) });
    expect(await sendNotices()).toEqual([]);
    clock.advance(0.6 * DAY_S);
    await getJobs(api.app).runDue();
    expect(
      readNew()
        .filter(({ text }) => text.includes(teamId))
        .map(({ to }) => to),
    ).toEqual(['ada@example.com']);
  });

  it('notifies the owners when a member requests Pro', async () => {
    const bob = await signIn(api, 'bob@example.com', { name: 'Bob Ray' });
    await joinTeam(ada, teamId, bob);
    for (let n = 0; n < 2; n += 1)
      expect((await bob.post(`/teams/${teamId}/subscription/ask-owner`)).status).toBe(202);
    await getJobs(api.app).runDue();
    const mails = readNew().filter(({ subject }) => subject.includes('asks for Pro'));
    expect(mails.map(({ to }) => to)).toContain('ada@example.com');
    expect(mails[0]?.subject).toBe('Bob Ray asks for Pro in Makers');
    expect(mails[0]?.text).toContain(`/payment/onboarding?plan=pro&team=${teamId}`);
    const outsider = await signIn(api, 'gone@example.com');
    expect((await outsider.post(`/teams/${teamId}/subscription/ask-owner`)).status).toBe(404);
  });

  it('delivers the receipt with the invoice attached through a real mail server', async () => {
    const { number, mails, pdf } = await withMailServer(async (sending, mail) => {
      const owner = await signIn(sending, 'owner@example.com');
      const ownTeam = (await makeTeam(owner, 'Sent'))._id;
      const { id, number } = await insertInvoice(sending, ownTeam);
      await withTeam(sending.app.db, { teamId: ownTeam, userId: null }, (tx) =>
        enqueueNotices(sending.app, tx),
      );
      await getJobs(sending.app).runDue();
      const row = await asOwner(sending.app.db, (tx) =>
        tx.selectFrom('invoices').select('pdf_key').where('id', '=', id).executeTakeFirstOrThrow(),
      );
      return { number, mails: mail.mails, pdf: await sending.app.storage.read(row.pdf_key ?? '') };
    });
    expect(mails).toHaveLength(1);
    const raw = mails[0]?.raw ?? '';
    expect(readHeaders(raw).get('subject')).toBe(`Receipt ${number} for Sent`);
    expect(readHeaders(raw).get('auto-submitted')).toBe('auto-generated');
    expect(unquote(raw)).toContain(`Invoice ${number} is attached.`);
    const part = raw.split(/\r\n--/).find((one) => one.includes('application/pdf')) ?? '';
    expect(part).toContain(`filename=${number}.pdf`);
    const bytes = Buffer.from(part.slice(part.indexOf('\r\n\r\n')), 'base64');
    expect(pdf?.equals(bytes)).toBe(true);
  });

  it('drops notices that are outdated after a mail server outage', async () => {
    const [paid, unpaid] = await withMailServer(async (sending, mail) => {
      const owner = await signIn(sending, 'owner@example.com');
      const failed = { state: 'past_due' as const, paid_until: clock.now(), first_failed_at: clock.now() };
      const teamIds = [(await makeTeam(owner, 'Paid'))._id, (await makeTeam(owner, 'Unpaid'))._id];
      mail.isRefusing = true;
      for (const one of teamIds) {
        await insertSubscription(sending, one, failed);
        await withTeam(sending.app.db, { teamId: one, userId: null }, (tx) =>
          enqueueNotices(sending.app, tx),
        );
      }
      await getJobs(sending.app).runDue();
      expect(mail.mails).toEqual([]);
      await asOwner(sending.app.db, (tx) =>
        tx
          .updateTable('subscriptions')
          .set({ state: 'active', first_failed_at: null, paid_until: inDays(30) })
          .where('team_id', '=', teamIds[0] ?? '')
          .execute(),
      );
      mail.isRefusing = false;
      clock.advance(60);
      await getJobs(sending.app).runDue();
      return ['Paid', 'Unpaid'].map(
        (team) => mail.mails.filter(({ raw }) => unquote(raw).includes(`“${team}”`)).length,
      );
    });
    expect([paid, unpaid]).toEqual([0, 1]);
  });

  async function withMailServer<T>(act: (sending: TestApp, mail: MailServer) => Promise<T>): Promise<T> {
    const mail = await startMailServer();
    const sending = await startApp(engine, { clock, env: mail.env });
    try {
      return await act(sending, mail);
    } finally {
      await sending.close();
      await mail.close();
    }
  }
});
