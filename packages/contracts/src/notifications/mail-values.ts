/** What becomes of mails: a mail server takes them, or they are shown in development, or neither. */
export const DELIVERIES = ['sent', 'outbox', 'none'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export const OUTBOX_PATH = '/dev/outbox';
