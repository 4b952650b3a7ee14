import type { Invite } from '@hearth/contracts/invites/invites';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconCopy, IconLink, IconMail, IconRefresh, IconX } from '@tabler/icons-react';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useCopyLink } from './copy-link.ts';
import { ROLE_NAMES } from './invite-roles.ts';
import styles from './invites.module.css';

interface InviteRowProps {
  invite: Invite;
  mayMail: boolean;
  onResend: () => void;
  onRevoke: () => void;
}

/** An open invite: recipient, role, status and actions. */
export function InviteRow({ invite, mayMail, onResend, onRevoke }: InviteRowProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const copy = useCopyLink();
  const state = useInviteState(invite);
  const { email, domain, maxUses, url } = invite;
  const until = formats.moment(invite.expiresAt, { dateStyle: 'medium' });
  const name = email ?? (domain === null ? t`Anyone with the link` : t`Anyone at ${domain}`);
  const uses =
    maxUses === null
      ? plural(invite.uses, { one: 'used once', other: 'used # times' })
      : t`used ${invite.uses} of ${maxUses} times`;
  const Glyph = email === null ? IconLink : IconMail;
  return (
    <li className={styles.invite}>
      <Glyph size={17} stroke={1.7} className={styles.glyph} aria-hidden="true" />
      <span className={styles.about}>
        <span className={styles.name}>{name}</span>
        <span className={styles.faint}>
          {email === null
            ? t`${t(ROLE_NAMES[invite.teamRole])}, by ${invite.invitedBy.name}, until ${until}, ${uses}`
            : t`${t(ROLE_NAMES[invite.teamRole])}, by ${invite.invitedBy.name}, until ${until}`}
        </span>
        {state !== null && (
          <span className={state.isError ? styles.trouble : styles.faint}>{state.message}</span>
        )}
      </span>
      <span className={styles.buttons}>
        {email !== null && mayMail && url !== null && invite.state === 'open' && (
          <IconButton label={t`Resend invite to ${email}`} onClick={onResend}>
            <IconRefresh size={16} stroke={1.7} />
          </IconButton>
        )}
        {url !== null && (
          <IconButton label={t`Copy link`} onClick={() => void copy(url)}>
            <IconCopy size={16} stroke={1.7} />
          </IconButton>
        )}
        <IconButton
          label={email === null ? t`Revoke link` : t`Revoke invite for ${email}`}
          onClick={onRevoke}
        >
          <IconX size={16} stroke={1.7} />
        </IconButton>
      </span>
    </li>
  );
}

function useInviteState(invite: Invite): { message: string; isError: boolean } | null {
  const { t } = useLingui();
  if (invite.state === 'blocked') {
    const { name } = invite.invitedBy;
    return { message: t`Not working: ${name} can no longer invite to this role`, isError: true };
  }
  if (invite.mail === 'failed') {
    return { message: t`Email couldn’t be delivered. Copy the link instead.`, isError: true };
  }
  if (invite.mail === 'waiting') return { message: t`Sending email…`, isError: false };
  return invite.mail === 'sent' ? { message: t`Emailed`, isError: false } : null;
}
