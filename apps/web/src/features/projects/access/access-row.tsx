import { GRANT_LEVELS, isCollaborator } from '@hearth/contracts/permissions/permissions';
import { useLingui } from '@lingui/react/macro';
import { IconChevronDown } from '@tabler/icons-react';
import { LEVEL_LABELS, ROLE_LABELS } from '#features/members/index.ts';
import { useRow } from '#platform/sync/index.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import type { Access } from './access.data.ts';
import styles from './access.module.css';

/** Value of the option that revokes access. */
export const NO_RIGHT = 'none';

interface AccessRowProps {
  access: Access;
  /** User id of the project's creator; null if their account was deleted. */
  makerId: string | null;
  mayGrant: boolean;
  /** Whether edit access would require a seat while none is free. */
  lacksSeat: boolean;
  onPick: (userId: string, level: string) => void;
}

/** A person with access to the project, and their access level. */
export function AccessRow({ access, makerId, mayGrant, lacksSeat, onPick }: AccessRowProps) {
  const { t } = useLingui();
  const { person, level, grant } = access;
  const words = t(LEVEL_LABELS[level]);
  const levels = GRANT_LEVELS.map((value) => {
    const option = { value, label: t(LEVEL_LABELS[value]) };
    const takesSeat = isCollaborator(person.teamRole, [value]);
    return lacksSeat && takesSeat ? { ...option, isDisabled: true, hint: t`No seats left` } : option;
  });
  const options = grant === null ? levels : [...levels, { value: NO_RIGHT, label: t`Remove` }];
  return (
    <li className={styles.row}>
      <Avatar person={{ id: person.userId, name: person.name, image: person.image }} size={30} />
      <span className={styles.who}>
        <span className={styles.name}>{person.name}</span>
        <Reason access={access} makerId={makerId} />
      </span>
      {mayGrant && (grant !== null || person.teamRole === 'member') ? (
        <Picker
          label={t`Access level for ${person.name}`}
          options={options}
          selected={[level]}
          onPick={(value) => onPick(person.userId, value)}
        >
          {words} <IconChevronDown size={14} stroke={1.7} />
        </Picker>
      ) : (
        <span className={styles.level}>{words}</span>
      )}
    </li>
  );
}

/** Origin of the access: role, creator, or the person who granted it. */
function Reason({
  access: { person, grant, isByRole },
  makerId,
}: Pick<AccessRowProps, 'access' | 'makerId'>) {
  const { t } = useLingui();
  const formats = useFormats();
  const giver = useRow('member', grant?.grantedBy ?? '')?.name ?? t`a former member`;
  const role = t(ROLE_LABELS[person.teamRole]);
  if (grant === null || isByRole) return <span className={styles.reason}>{t`${role} (team role)`}</span>;
  const isOwn = grant.grantedBy === person.userId;
  if (isOwn && person.userId === makerId)
    return <span className={styles.reason}>{t`${role} · created this project`}</span>;
  const day = formats.moment(grant.grantedAt, { dateStyle: 'medium' });
  return (
    <span className={styles.reason}>
      {isOwn ? t`${role} · gave themselves access on ${day}` : t`${role} · added by ${giver} on ${day}`}
    </span>
  );
}
