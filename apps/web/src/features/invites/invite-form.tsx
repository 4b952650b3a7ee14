import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import type { Delivery } from '@hearth/contracts/notifications/mail-values';
import { isCollaborator, type TeamRole } from '@hearth/contracts/permissions/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { PlanFullNotice } from '#features/billing/index.ts';
import { useSeats } from '#features/members/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { readAddresses } from './addresses.ts';
import { InviteByLink } from './invite-by-link.tsx';
import { InviteByMail } from './invite-by-mail.tsx';
import styles from './invites.module.css';

export interface InviteFormProps {
  teamId: string;
  roles: readonly TeamRole[];
  delivery: Delivery;
  onCreated: () => void;
  onClose: () => void;
}

/** Invites people by email or by link. Both use the same role. */
export function InviteForm(props: InviteFormProps) {
  const { t } = useLingui();
  const [method, setMethod] = useState('mail');
  const [role, setRole] = useState<TeamRole>(props.roles[0] ?? 'guest');
  const [text, setText] = useState('');
  const formats = useFormats();
  const { addresses } = readAddresses(text);
  const isFull = useSeats()?.isFull === true;
  const choice = { role, onRole: setRole };
  return (
    <div className={styles.form}>
      <SegmentedControl
        fullWidth
        aria-label={t`How to invite`}
        value={method}
        onChange={setMethod}
        data={[
          { value: 'mail', label: t`By email` },
          { value: 'link', label: t`By link` },
        ]}
      />
      {isFull && isCollaborator(role, []) && (
        <PlanFullNotice
          resource="collaborators"
          blocked={
            addresses.length === 0
              ? null
              : { kind: 'invite', name: formats.list(addresses), wish: { addresses, role } }
          }
        >
          <Trans>People you invite now can join once a seat is free.</Trans>
        </PlanFullNotice>
      )}
      {method === 'mail' ? (
        <InviteByMail {...props} {...choice} text={text} onText={setText} />
      ) : (
        <InviteByLink {...props} {...choice} />
      )}
    </div>
  );
}
