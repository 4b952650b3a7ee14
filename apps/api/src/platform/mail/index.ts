export { createMailer, type Mail, type Mailer } from './mailer.ts';
export { deliveryOf, MAIL_BOUNDS, sendMail } from './delivery.ts';
export { bindOutbox } from './outbox-page.ts';
export { defuse, writeMail, type MailContent } from './write-mail.ts';
