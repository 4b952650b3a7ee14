export { createMailer, MailError, toLine, type Mail, type Mailer, type MailSettings } from './mailer.ts';
export { deliveryOf, MAIL_BOUNDS, sendMail } from './delivery.ts';
export { bindOutbox } from './outbox-page.ts';
export { defuse, writeMail, type MailWords } from './write-mail.ts';
