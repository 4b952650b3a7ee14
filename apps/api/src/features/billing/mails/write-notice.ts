import { entitledUntil } from '@hearth/contracts/billing/subscription-state';
import { LOCALE_TAGS, type Locale } from '@hearth/contracts/core/locales';
import type { InvoiceContent } from '#features/billing/invoices/invoice-content.ts';
import { defuse, writeMail, type Mail, type MailContent } from '#platform/mail/index.ts';
import type { DueNotice, NoticeKind } from './due-notices.ts';
import type { Paying } from './notices.queries.ts';
import { AR } from './texts/ar.ts';
import { EN } from './texts/en.ts';
import { ES } from './texts/es.ts';
import { FR } from './texts/fr.ts';
import { HI } from './texts/hi.ts';
import type { NoticeTexts, NoticeValues } from './texts/texts.ts';

const NOTICE_TEXTS: Record<Locale, NoticeTexts> = { en: EN, hi: HI, es: ES, fr: FR, ar: AR };

type Reader = { email: string; language: Locale; timeZone: string };

interface Notice {
  due: DueNotice;
  paying: Paying;
  /** Content of the attached invoice or credit note. */
  document: InvoiceContent | null;
  webOrigin: string;
  teamId: string;
}

/** Writes a billing email for one recipient. */
export function writeNotice(notice: Notice, reader: Reader): Mail {
  const { due, paying } = notice;
  const texts = NOTICE_TEXTS[reader.language];
  const values = readValues(notice, reader);
  const urls = listUrls(notice.webOrigin, notice.teamId);
  const methodUrl = paying.subscription?.url ?? urls.billing;
  const isReceipt = due.kind === 'receipt' || due.kind === 'refund';
  const url = {
    receipt: urls.billing,
    refund: urls.billing,
    charge: urls.billing,
    cancelled: urls.billing,
    lapse: urls.pro,
    card: methodUrl,
    'failed-0': methodUrl,
    'failed-2': methodUrl,
    'failed-5': methodUrl,
  }[due.kind];
  return writeMail(reader.email, reader.language, {
    ...pickContent(texts, due.kind, values),
    url,
    small: isReceipt ? texts.whyReceipt : texts.whyOwner,
  });
}

/** Returns the links in billing emails. */
function listUrls(webOrigin: string, teamId: string): { billing: string; pro: string } {
  return {
    billing: `${webOrigin}/dashboard/settings/billing?team=${teamId}`,
    pro: `${webOrigin}/payment/onboarding?plan=pro&team=${teamId}`,
  };
}

function pickContent(
  texts: NoticeTexts,
  kind: NoticeKind,
  values: NoticeValues,
): Omit<MailContent, 'url' | 'small'> {
  switch (kind) {
    case 'failed-0':
      return texts.failed(values, 'first');
    case 'failed-2':
      return texts.failed(values, 'again');
    case 'failed-5':
      return texts.failed(values, 'last');
    default:
      return texts[kind](values);
  }
}

function readValues({ due, paying, document }: Notice, { language, timeZone }: Reader): NoticeValues {
  const tag = LOCALE_TAGS[language];
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone });
  const dayOf = (ms: number | null | undefined) => (ms === null || ms === undefined ? '' : day.format(ms));
  const money = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: 'INR',
    trailingZeroDisplay: 'stripIfInteger',
  });
  const subscription = paying.facts.subscription;
  const paise = document?.amount.total ?? paying.subscription?.amount ?? 0;
  const { network, last4 } = paying.subscription?.method ?? { network: null, last4: null };
  // Use a day in the middle of the month because a time zone offset must not change the month.
  const month = due.kind === 'card' ? new Date(`${due.period}-15T12:00:00Z`) : null;
  return {
    team: defuse(paying.team),
    amount: money.format(paise / 100),
    date: dayOf(subscription?.paidUntil),
    grace: dayOf(subscription === null ? null : entitledUntil(subscription)),
    method: last4 === null ? (network ?? '') : `${network ?? ''} •••• ${last4}`.trim(),
    month:
      month === null
        ? ''
        : new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(month),
    document: {
      number: document?.number ?? '',
      from: document === null ? '' : dayOf(Date.parse(document.line.from)),
      until: document === null ? '' : dayOf(Date.parse(document.line.until)),
      credited: document?.credits?.number ?? '',
    },
    requester: '',
  };
}

/** Writes the email in which a member requests Pro from an owner. */
export function writeUpgradeRequestMail(
  about: { team: string; requester: string; webOrigin: string; teamId: string },
  reader: Pick<Reader, 'email' | 'language'>,
): Mail {
  const texts = NOTICE_TEXTS[reader.language];
  const nothing = { amount: '', date: '', grace: '', method: '', month: '' };
  const values: NoticeValues = {
    ...nothing,
    team: defuse(about.team),
    requester: defuse(about.requester),
    document: { number: '', from: '', until: '', credited: '' },
  };
  return writeMail(reader.email, reader.language, {
    ...texts.upgradeRequest(values),
    url: listUrls(about.webOrigin, about.teamId).pro,
    small: texts.whyOwner,
  });
}
