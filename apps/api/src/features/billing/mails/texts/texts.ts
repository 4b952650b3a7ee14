import type { MailContent } from '#platform/mail/index.ts';

/** Values for mails about payment, formatted for the recipient. */
export interface Told {
  team: string;
  amount: string;
  /** Date of the next charge or of the end of the paid period. */
  date: string;
  /** End of the grace period after a failed payment. */
  grace: string;
  /** The payment method, such as `Visa •••• 4242`; empty = unknown. */
  method: string;
  /** The month in which the card expires. */
  month: string;
  document: { number: string; from: string; until: string; credited: string };
  /** Name of the member who requests Pro. */
  asker: string;
}

type Texts = Omit<MailContent, 'url' | 'small'>;

/** The texts of all mails in one language. */
export interface NoticeTexts {
  receipt(told: Told): Texts;
  refund(told: Told): Texts;
  charge(told: Told): Texts;
  failed(told: Told, stage: 'first' | 'again' | 'last'): Texts;
  lapse(told: Told): Texts;
  cancelled(told: Told): Texts;
  card(told: Told): Texts;
  ask(told: Told): Texts;
  /** Small print that explains why the mail was sent. */
  whyReceipt: string;
  whyOwner: string;
}
