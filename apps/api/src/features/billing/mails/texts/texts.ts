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
  requester: string;
}

type Texts = Omit<MailContent, 'url' | 'small'>;

/** The strings of all billing emails in one language. */
export interface NoticeTexts {
  receipt(values: NoticeValues): Texts;
  refund(values: NoticeValues): Texts;
  charge(values: NoticeValues): Texts;
  failed(values: NoticeValues, stage: 'first' | 'again' | 'last'): Texts;
  lapse(values: NoticeValues): Texts;
  cancelled(values: NoticeValues): Texts;
  card(values: NoticeValues): Texts;
  upgradeRequest(values: NoticeValues): Texts;
  /** Footer text that explains why the email was sent. */
  whyReceipt: string;
  whyOwner: string;
}
