import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Synonyms of the shell's actions. Separate from the action definitions so that the first screen does not load them. */
export const PALETTE_SYNONYMS: Readonly<Record<string, MessageDescriptor>> = {
  'app.shortcuts': msg`keys help`,
  'app.past': msg`history earlier yesterday time travel snapshot`,
  'app.undo': msg`take back`,
  'app.light': msg`theme colours bright day`,
  'app.dark': msg`theme colours night`,
  'app.system': msg`theme colours automatic`,
  'team.create': msg`new workspace`,
  'app.signout': msg`log out leave`,
  'go.home': msg`overview start dashboard`,
  'go.analytics': msg`reports charts figures`,
  'go.members': msg`people invite roles`,
  'go.tasks': msg`all issues`,
  'go.mine': msg`assigned to me tasks today overdue`,
  'go.changes': msg`activity news last visit history`,
  'go.documents': msg`pages notes knowledge`,
  'go.trash': msg`deleted restore`,
  'go.settings': msg`preferences appearance sessions`,
  'go.upgrade': msg`upgrade pro price limits billing`,
};
