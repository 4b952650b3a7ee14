import type { AccountExport } from '@hearth/contracts/account/account';
import { accountRoutes } from '@hearth/contracts/account/account';
import { bind, sessionOf, type App, type Binding, type SessionInfo } from '#platform/feature.ts';
import { deliveryOf } from '#platform/mail/index.ts';
import { accountParts } from './account-parts.ts';
import { scheduleDeletion, changeAccount, cancelDeletion, readAccount } from './account.service.ts';
import type { SignInParts } from '#features/auth/sign-in/auth.service.ts';
import { listOwnSessions } from '#features/auth/sessions/sessions.ts';

export function bindAccount(parts: SignInParts): Binding[] {
  const { app, cookies } = parts;
  return [
    bind('account.get', accountRoutes, async ({ caller }) => ({
      account: await readAccount(app, sessionOf(caller).userId),
      delivery: deliveryOf(app),
    })),
    bind('account.update', accountRoutes, async ({ caller, body }) => {
      const { account } = await changeAccount(app, sessionOf(caller).userId, body);
      return { account };
    }),
    bind('account.export', accountRoutes, async ({ caller, reply }) => {
      reply.header('content-disposition', 'attachment; filename="hearth-my-data.json"');
      return await exportAccount(app, sessionOf(caller));
    }),
    bind('account.delete', accountRoutes, async ({ caller, reply }) => {
      await scheduleDeletion(parts, sessionOf(caller).userId);
      cookies.clear(reply, 'session');
      cookies.clear(reply, 'refresh');
    }),
    bind('account.keep', accountRoutes, async ({ caller }) => ({
      account: await cancelDeletion(app, sessionOf(caller).userId),
    })),
  ];
}

async function exportAccount(app: App, session: SessionInfo): Promise<AccountExport> {
  const whole: AccountExport = {
    exportedAt: app.clock.now().toISOString(),
    account: await readAccount(app, session.userId),
    sessions: await listOwnSessions(app, session),
    tokens: [],
    memberships: [],
    tasks: [],
    comments: [],
    attachments: [],
    documents: [],
    documentAttachments: [],
    ownTasks: [],
    favourites: [],
    timeEntries: [],
    workTimes: [],
    supportRequests: [],
    assistantMessages: [],
    assistantProposals: [],
  };
  for (const part of accountParts(app)) Object.assign(whole, await part.export?.(session.userId));
  return whole;
}
