import type { MailWords } from '#platform/mail/index.ts';

/** Values for mails about payment, formatted for the recipient. */
export interface Told {
  team: string;
  amount: string;
  /** The next charge, or the end of the paid period. */
  date: string;
  /** End of the grace period of a failed payment. */
  grace: string;
  /** `Visa •••• 4242`; '' = unknown. */
  method: string;
  /** The month in which the card expires. */
  month: string;
  document: { number: string; from: string; until: string; credited: string };
  /** Name of the member who asks for Pro. */
  asker: string;
}

type Words = Omit<MailWords, 'url' | 'small'>;

/** A language's texts for each mail. */
export interface NoticeWords {
  receipt(told: Told): Words;
  refund(told: Told): Words;
  charge(told: Told): Words;
  failed(told: Told, stage: 'first' | 'again' | 'last'): Words;
  lapse(told: Told): Words;
  cancelled(told: Told): Words;
  card(told: Told): Words;
  ask(told: Told): Words;
  /** Why the mail is sent, in small print. */
  whyReceipt: string;
  whyOwner: string;
}
