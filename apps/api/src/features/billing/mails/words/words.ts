import type { MailWords } from '#platform/mail/index.ts';

/** What mails about payment are made of; all of it is as its reader is shown it. */
export interface Told {
  team: string;
  amount: string;
  /** The next charge, or the end of what is paid for. */
  date: string;
  /** Until when a failed payment leaves everything as it is. */
  grace: string;
  /** `Visa •••• 4242`; '' = the gateway did not tell. */
  method: string;
  /** The month in which the card expires. */
  month: string;
  document: { number: string; from: string; until: string; credited: string };
  /** Who asks for Pro. */
  asker: string;
}

type Words = Omit<MailWords, 'url' | 'small'>;

/** A language's words for each mail. */
export interface NoticeWords {
  receipt(told: Told): Words;
  refund(told: Told): Words;
  charge(told: Told): Words;
  failed(told: Told, stage: 'first' | 'again' | 'last'): Words;
  lapse(told: Told): Words;
  cancelled(told: Told): Words;
  card(told: Told): Words;
  ask(told: Told): Words;
  /** Why it comes, in small letters. */
  whyReceipt: string;
  whyOwner: string;
}
