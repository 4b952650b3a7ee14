import type { MemberActivity } from '@hearth/contracts/members/members';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { useMay } from '#platform/permissions/rights.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Refused } from '#ui/buttons/refused.tsx';
import { describeLastActive } from './last-active.ts';
import type { PersonActs } from './person-acts.tsx';
import { MAKE_ROLE_LABELS, ROLE_LABELS } from './role-labels.ts';
import styles from './members.module.css';

interface PersonRowProps {
  person: SyncRows['member'];
  isSelf: boolean;
  /** Null while loading. Undefined if the viewer may not see the activity. */
  activity: MemberActivity | null | undefined;
  now: number;
  acts: PersonActs;
  href: string;
  onOpen: (userId: string) => void;
}

/** A member as a table row. On phones, a card. */
export function PersonRow({ person, isSelf, activity, now, acts, href, onOpen }: PersonRowProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const { userId, name } = person;
  return (
    <>
      <span role="cell" className={styles.who}>
        <Avatar person={{ id: userId, name, image: person.image }} size={32} />
        <span className={styles.names}>
          <a
            className={styles.name}
            href={href}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
              event.preventDefault();
              onOpen(userId);
            }}
          >
            {name}
          </a>
          {isSelf && (
            <span className={styles.you}>
              <Trans>(you)</Trans>
            </span>
          )}
          {person.email !== null && <span className={styles.mail}>{person.email}</span>}
        </span>
      </span>
      <span role="cell" className={styles.role}>
        {t(ROLE_LABELS[person.teamRole])}
        {person.isViewOnly && (
          <span className={styles.viewOnly}>
            <Trans>View only</Trans>
          </span>
        )}
      </span>
      {activity !== undefined && (
        <span role="cell" className={styles.seat}>
          {activity === null || person.isViewOnly ? '' : activity.hasSeat ? t`Seat` : t`No seat`}
        </span>
      )}
      <span role="cell" className={styles.joined}>
        {formats.moment(person.joinedAt, { dateStyle: 'medium' })}
      </span>
      {activity !== undefined && (
        <span role="cell" className={styles.active}>
          {activity === null ? '' : describeLastActive(activity.lastActiveAt, now)}
        </span>
      )}
      <span role="cell" className={styles.menu}>
        <PersonMenu person={person} isSelf={isSelf} acts={acts} />
      </span>
    </>
  );
}

/** Omitted if the viewer may neither act on this member nor change members. The member's panel explains who may. */
function PersonMenu({ person, isSelf, acts }: Pick<PersonRowProps, 'person' | 'isSelf' | 'acts'>) {
  const { t } = useLingui();
  const may = useMay();
  const roles = acts.rolesFor(person);
  const mayRemove = acts.mayRemove(person);
  const mayTransfer = acts.mayTransferOwnership(person);
  const button = (
    <IconButton label={t`Change ${person.name}`}>
      <IconDots size={17} stroke={1.7} />
    </IconButton>
  );
  if (roles.length === 0 && !mayRemove && !mayTransfer)
    return may('members.update') ? <Refused why={<WhyNot act="members.update" />}>{button}</Refused> : null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {roles.map((next) => (
          <Menu.Item
            key={next}
            disabled={acts.lacksSeat(person, next)}
            onClick={() => acts.give(person, next)}
          >
            {t(MAKE_ROLE_LABELS[next])}
          </Menu.Item>
        ))}
        {roles.some((next) => acts.lacksSeat(person, next)) && (
          <Menu.Label>
            <Trans>All seats on your plan are taken.</Trans>
          </Menu.Label>
        )}
        {mayTransfer && (
          <Menu.Item onClick={() => acts.transferOwnership(person)}>{t`Transfer ownership…`}</Menu.Item>
        )}
        {roles.length > 0 && mayRemove && <Menu.Divider />}
        {mayRemove && (
          <Menu.Item data-danger onClick={() => acts.remove(person)}>
            {isSelf ? t`Leave team` : t`Remove from team`}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
