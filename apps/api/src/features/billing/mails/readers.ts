import { createHash } from 'node:crypto';
import { LOCALES, type Locale } from '@hearth/contracts/core/locales';
import { INDIA } from '#features/billing/invoices/invoice-number.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { NoticeKind } from './due-notices.ts';
import { findBillingAddresses, listMembersAt, listOwners } from './notices.queries.ts';

interface NoticeReader {
  /** Identifies the recipient in job data, which must not contain addresses. */
  key: string;
  email: string;
  language: Locale;
  timeZone: string;
}

/**
 * Lists the recipients of a notice without duplicates: the owners and the billing address, and for receipts and refunds also the receipt
 * addresses. Language and time zone are those of the team member with the address, or else those of the first owner.
 */
export async function listReaders(tx: TeamTx, kind: NoticeKind): Promise<NoticeReader[]> {
  const owners = await listOwners(tx);
  const details = await findBillingAddresses(tx);
  const named = kind === 'receipt' || kind === 'refund' ? details.receipt_emails : [];
  const others = [details.email, ...named].filter((email) => email !== '');
  const known = new Map(
    [...(await listMembersAt(tx, others.map(lower))), ...owners].map((one) => [lower(one.email), one]),
  );
  const emails = new Map(
    [...owners.map(({ email }) => email), ...others].map((email) => [lower(email), email]),
  );
  return [...emails].map(([key, email]) => {
    const person = known.get(key) ?? owners[0];
    return {
      key: createHash('sha256').update(key).digest('hex').slice(0, 32),
      email,
      language: person?.language ?? LOCALES[0],
      timeZone: person?.timeZone ?? INDIA,
    };
  });
}

function lower(email: string): string {
  return email.toLowerCase();
}
