import { msg } from '@lingui/core/macro';
import { IconUserPlus } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

// Available on screens that show the members.
export const invitePeople: Action = {
  id: 'invite.new',
  title: msg`Invite people`,
  group: 'screen',
  icon: IconUserPlus,
  keywords: msg`add member mail link`,
  shortcuts: ['n i'],
};

export const inviteActions: readonly Action[] = [invitePeople];
