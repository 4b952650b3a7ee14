import type { MailContent } from '#platform/mail/index.ts';

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

type Texts = Omit<MailContent, 'url' | 'small'>;

/** A language's texts for each mail. */
export interface NoticeTexts {
  receipt(told: Told): Texts;
  refund(told: Told): Texts;
  charge(told: Told): Texts;
  failed(told: Told, stage: 'first' | 'again' | 'last'): Texts;
  lapse(told: Told): Texts;
  cancelled(told: Told): Texts;
  card(told: Told): Texts;
  ask(told: Told): Texts;
  /** Why the mail is sent, in small print. */
  whyReceipt: string;
  whyOwner: string;
}
