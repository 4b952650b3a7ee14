import type { MailContent } from '#platform/mail/index.ts';

/** Values for billing emails, formatted for the recipient. */
export interface NoticeValues {
  team: string;
  amount: string;
  /** Date of the next charge or of the end of the paid period. */
  date: string;
  /** End of the grace period after a failed payment. */
  grace: string;
  /** The payment method, such as `Visa •••• 4242`, or an empty string if unknown. */
  method: string;
  /** The month in which the card expires. */
  month: string;
  document: { number: string; from: string; until: string; credited: string };
  /** Name of the member who requests Pro. */
  asker: string;
}

type Texts = Omit<MailContent, 'url' | 'small'>;

/** The strings of all billing emails in one language. */
export interface NoticeTexts {
  receipt(told: NoticeValues): Texts;
  refund(told: NoticeValues): Texts;
  charge(told: NoticeValues): Texts;
  failed(told: NoticeValues, stage: 'first' | 'again' | 'last'): Texts;
  lapse(told: NoticeValues): Texts;
  cancelled(told: NoticeValues): Texts;
  card(told: NoticeValues): Texts;
  upgradeRequest(told: NoticeValues): Texts;
  /** Footer text that explains why the email was sent. */
  whyReceipt: string;
  whyOwner: string;
}
