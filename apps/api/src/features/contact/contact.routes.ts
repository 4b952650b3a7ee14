import { contactRoutes } from '@hearth/contracts/teams/contact';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { sendMessage } from './contact.service.ts';

export function bindContact(app: App): Binding[] {
  return [
    bind('contact.read', contactRoutes, async () => ({
      contact: { address: app.config.contactAddress, takesMessages: app.mailer !== null },
    })),
    bind('contact.send', contactRoutes, async ({ body }) => await sendMessage(app, body)),
  ];
}
