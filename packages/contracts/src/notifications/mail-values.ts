/** How email is delivered: by a mail server, shown in an outbox during development, or not at all. */
export const DELIVERIES = ['sent', 'outbox', 'none'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export const OUTBOX_PATH = '/dev/outbox';
