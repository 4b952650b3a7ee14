import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';

interface Message {
  name: string;
  email: string;
  message: string;
  website?: string | undefined;
}

/**
 * Sends a contact message by email. Drops messages with a filled honeypot field.
 * @throws AppError UNAVAILABLE if there is no mail server or sending fails
 */
export async function sendMessage(app: App, { name, email, message, website }: Message): Promise<void> {
  const { contactAddress } = app.config;
  if (app.mailer === null) throw unavailable(contactAddress);
  if (website !== undefined && website !== '') {
    app.log.info('dropped a bot message');
    return;
  }
  try {
    await app.mailer.send({
      to: contactAddress,
      subject: `Message from ${name}`,
      text: `${message}\n\n-- \n${name} <${email}>\nsent with the contact form of ${app.config.webOrigin}\n`,
      replyTo: { name, address: email },
    });
  } catch {
    throw unavailable(contactAddress);
  }
}

function unavailable(address: string): AppError {
  return new AppError('UNAVAILABLE', `Messages can’t be sent right now. Please email ${address}.`);
}
