import { z } from 'zod';
import { DAY_MS } from '@hearth/contracts/core/days';
import { PERIODS } from '@hearth/contracts/core/periods';
import { readInvoicePdf } from '#features/billing/invoices/invoice-files.ts';
import { findInvoice } from '#features/billing/invoices/invoices.queries.ts';
import { readTeam, type TeamTx, withSystem, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, enqueueJob, wakeJobs, type JobBinding } from '#platform/jobs/index.ts';
import { deliveryOf, MAIL_BOUNDS, sendMail } from '#platform/mail/index.ts';
import { FRESH_DAYS, listDueNotices, monthsOf, NOTICE_KINDS } from './due-notices.ts';
import { findPaying, listTeamsWithDates, noteNotice, type Paying } from './notices.queries.ts';
import { listReaders } from './readers.ts';
import { writeNotice } from './write-notice.ts';

const noticesJob = defineJob({
  kind: 'billing.notices',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 30_000,
  attempts: 8,
  retryMs: 5_000,
});

/** Sends a notice to one recipient, because a retry must not send the email to other recipients again. */
const noticeMail = defineJob({
  kind: 'billing.mail-notice',
  rule: { kind: 'system' },
  data: z.strictObject({
    kind: z.enum(NOTICE_KINDS),
    period: z.string(),
    invoiceId: z.string().nullable(),
    reader: z.string(),
  }),
  ...MAIL_BOUNDS,
});

const sweepJob = defineJob({
  kind: 'billing.sweep-notices',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 60_000,
  attempts: 3,
  retryMs: 60_000,
  everyMs: 3_600_000,
});

/**
 * Enqueues a job that sends the due notices soon after the transaction. Call it on every change to a subscription, payment or invoice, and
 * call `wakeJobs` after the commit.
 */
export async function enqueueNotices(app: App, tx: TeamTx): Promise<void> {
  await enqueueJob(app, tx, noticesJob, { teamId: tx.teamId, data: {} });
}

export function bindNoticeJobs(app: App): JobBinding[] {
  return [
    bindJob(noticesJob, async ({ teamId }) => {
      await withTeam(app.db, { teamId, userId: null }, (tx) => noteDue(app, tx));
      wakeJobs(app);
    }),
    bindJob(noticeMail, async ({ data, teamId }) => await mailNotice(app, teamId, data)),
    bindJob(sweepJob, async () => {
      const now = app.clock.now().getTime();
      const dates = {
        from: new Date(now - (FRESH_DAYS.lapse + PERIODS.paymentGrace) * DAY_MS),
        until: new Date(now + PERIODS.chargeNotice * DAY_MS),
        months: monthsOf(now),
      };
      await withSystem(app.db, async (tx) => {
        for (const teamId of await listTeamsWithDates(tx, dates))
          await enqueueJob(app, tx, noticesJob, { teamId, data: {}, name: `sweep ${teamId}` });
      });
      wakeJobs(app);
    }),
  ];
}

async function readPaying(app: App, tx: TeamTx): Promise<{ now: Date; paying: Paying | null }> {
  const now = app.clock.now();
  return { now, paying: await findPaying(tx, new Date(now.getTime() - FRESH_DAYS.document * DAY_MS)) };
}

/** Marks the due notices that were not sent before as sent, and enqueues their emails in the same transaction. */
async function noteDue(app: App, tx: TeamTx): Promise<void> {
  // Without mail delivery, mark nothing: notices that are still due are sent once a mail server is configured.
  if (deliveryOf(app) === 'none') return;
  const { now, paying } = await readPaying(app, tx);
  if (paying === null) return;
  for (const due of listDueNotices(paying.facts, now.getTime())) {
    if (!(await noteNotice(tx, due, now))) continue;
    for (const { key } of await listReaders(tx, due.kind)) {
      await enqueueJob(app, tx, noticeMail, { teamId: tx.teamId, data: { ...due, reader: key } });
    }
  }
}

async function mailNotice(app: App, teamId: string, data: z.infer<typeof noticeMail.data>): Promise<void> {
  if (deliveryOf(app) === 'none') return;
  const { reader: key, ...due } = data;
  const found = await readTeam(app.db, { teamId, userId: null }, async (tx) => {
    const { now, paying } = await readPaying(app, tx);
    const reader = (await listReaders(tx, due.kind)).find((one) => one.key === key);
    if (paying === null || reader === undefined) return null;
    // Skip obsolete notices, for example if the team has paid while the mail server was down.
    const isStillDue = listDueNotices(paying.facts, now.getTime()).some(
      (one) => one.kind === due.kind && one.period === due.period,
    );
    if (!isStillDue) return null;
    const invoice = due.invoiceId === null ? null : await findInvoice(tx, due.invoiceId);
    return { paying, reader, document: invoice?.content ?? null };
  });
  if (found === null) return;
  const { paying, reader, document } = found;
  const mail = writeNotice({ due, paying, document, webOrigin: app.config.webOrigin, teamId }, reader);
  if (due.invoiceId === null) return await sendMail(app, mail);
  const pdf = await readInvoicePdf(app, { teamId, invoiceId: due.invoiceId });
  const attachments = [{ name: `${pdf.number}.pdf`, type: 'application/pdf', bytes: pdf.bytes }];
  await sendMail(app, { ...mail, attachments });
}
