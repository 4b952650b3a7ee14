export { createMailer, MailError, toLine, type Mail, type Mailer, type MailSettings } from './mailer.ts';
export { deliveryOf, sendMail } from './delivery.ts';
export { bindOutbox } from './outbox-page.ts';
export { escapeHtml } from './escape-html.ts';
