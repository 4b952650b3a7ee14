/** Mail delivery: by a mail server, shown in development, or disabled. */
export const DELIVERIES = ['sent', 'outbox', 'none'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export const OUTBOX_PATH = '/dev/outbox';
