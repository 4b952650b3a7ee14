import { Trans, useLingui } from '@lingui/react/macro';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useAction } from '#platform/actions/actions.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Refused } from '#ui/buttons/refused.tsx';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { InviteForm } from './invite-form.tsx';
import { invitePeople } from './invites.actions.ts';
import type { Invites } from './use-invites.ts';

/** Opens the invite form. Users without permission see who may invite. */
export function InviteButton({ invites }: { invites: Invites }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const { teamId, roles, list } = invites;
  const mayInvite = roles.length > 0;
  useAction(invitePeople, () => setIsOpen(true), mayInvite);
  const button = (
    <Button icon={<IconUserPlus size={16} stroke={1.8} aria-hidden="true" />} onClick={() => setIsOpen(true)}>
      <Trans>Invite people</Trans>
    </Button>
  );
  if (!mayInvite) return <Refused why={<WhyNot act="invites.create" />}>{button}</Refused>;
  return (
    <>
      <Tooltip label={t(invitePeople.title)} shortcut={invitePeople}>
        {button}
      </Tooltip>
      <Dialog title={t`Invite people`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <InviteForm
          key={teamId}
          teamId={teamId}
          roles={roles}
          delivery={list.data?.delivery ?? 'none'}
          onCreated={list.reload}
          onClose={() => setIsOpen(false)}
        />
      </Dialog>
    </>
  );
}
