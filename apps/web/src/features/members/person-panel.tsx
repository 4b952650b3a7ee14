import type { MemberActivity } from '@hearth/contracts/members/members';
import type { SyncRows } from '@hearth/contracts/sync';
import { canViewAs, hasRole, TEAM_ROLES, type TeamRole } from '@hearth/contracts/permissions/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconUserOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { PlanFullNotice } from '#features/billing/index.ts';
import { Button } from '#ui/buttons/button.tsx';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useActor } from '#platform/permissions/rights.ts';
import { useRow, useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { beginView } from '#platform/permissions/view-as.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { SidePanel, SidePanelBody, SidePanelHead } from '#ui/overlays/side-panel.tsx';
import { describeLastActive } from './last-active.ts';
import type { PersonActs } from './person-acts.tsx';
import { PersonReach } from './person-reach.tsx';
import { MAKE_ROLE_LABELS, ROLE_RIGHTS, ROLE_LABELS } from './role-labels.ts';
import { useHour } from './use-hour.ts';
import styles from './person-panel.module.css';

interface PersonPanelProps {
  userId: string;
  /** Null while loading. Undefined if the viewer may not see the activity. */
  activity: MemberActivity | null | undefined;
  acts: PersonActs;
  onClose: () => void;
}

/** Panel of a member over the list. On phones, a bottom sheet. */
export function PersonPanel({ userId, onClose, ...rest }: PersonPanelProps) {
  const { t } = useLingui();
  const person = useRow('member', userId);
  const isLoading = useSyncStatus() === 'loading';
  return (
    <SidePanel label={person?.name ?? t`Member`} onPhone="sheet" onClose={onClose}>
      <SidePanelHead onClose={onClose} />
      <SidePanelBody>
        {person !== undefined && <Person person={person} {...rest} />}
        {person === undefined && isLoading && <SkeletonRows />}
        {person === undefined && !isLoading && (
          <EmptyState icon={<IconUserOff size={24} stroke={1.6} />} title={t`Former member`}>
            <Trans>This person is no longer on the team. Their work stays.</Trans>
          </EmptyState>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

function Person({
  person,
  activity,
  acts,
}: { person: SyncRows['member'] } & Omit<PersonPanelProps, 'userId' | 'onClose'>) {
  const { t } = useLingui();
  const formats = useFormats();
  const now = useHour();
  const store = useTeamStore();
  const actor = useActor();
  const isSelf = person.userId === store.userId;
  async function viewAs(): Promise<void> {
    try {
      await trackLoading(beginView(store.teamId, person));
    } catch (error) {
      showError(explainError(error));
    }
  }
  return (
    <div className={styles.person}>
      <div className={styles.who}>
        <Avatar person={{ id: person.userId, name: person.name, image: person.image }} size={52} />
        <div className={styles.names}>
          <h2 className={styles.name}>
            {person.name}
            {isSelf && (
              <span className={styles.you}>
                {' '}
                <Trans>(you)</Trans>
              </span>
            )}
          </h2>
          {person.email !== null && (
            <a className={styles.mail} href={`mailto:${person.email}`}>
              {person.email}
            </a>
          )}
        </div>
      </div>
      <dl className={styles.facts}>
        <dt>
          <Trans>Joined</Trans>
        </dt>
        <dd>{formats.moment(person.joinedAt, { dateStyle: 'medium' })}</dd>
        {activity !== undefined && (
          <>
            <dt>
              <Trans>Last active</Trans>
            </dt>
            <dd>{activity !== null && describeLastActive(activity.lastActiveAt, now)}</dd>
            <dt>
              <Trans>Seat</Trans>
            </dt>
            <dd>
              {person.isViewOnly && t`View only: the plan has no seat for them`}
              {activity?.hasSeat === true && t`Takes a seat`}
              {activity?.hasSeat === false &&
                !person.isViewOnly &&
                t`Free: guests who can’t edit don’t take a seat`}
            </dd>
          </>
        )}
      </dl>
      <RoleChoice person={person} acts={acts} />
      {(isSelf || hasRole(actor.role, 'admin')) && (
        <PersonReach userId={person.userId} teamRole={person.teamRole} />
      )}
      <div className={styles.acts}>
        {canViewAs(actor, { userId: person.userId, role: person.teamRole }) && (
          <Button variant="default" onClick={() => void viewAs()}>
            <span className="one-line">{t`View as ${person.name}`}</span>
          </Button>
        )}
        {acts.mayTransferOwnership(person) && (
          <Button variant="default" onClick={() => acts.transferOwnership(person)}>
            <Trans>Transfer ownership…</Trans>
          </Button>
        )}
        {acts.mayRemove(person) && (
          <Button variant="danger" onClick={() => acts.remove(person)}>
            {isSelf ? t`Leave team` : t`Remove from team`}
          </Button>
        )}
      </div>
    </div>
  );
}

/**
 * The role with its description, and the roles that the viewer may assign. Selecting a role does not apply it because the arrow keys pass
 * through all roles.
 */
function RoleChoice({ person, acts }: { person: SyncRows['member']; acts: PersonActs }) {
  const { t } = useLingui();
  const name = useId();
  // Null while unchanged. The current role is then shown, including remote changes.
  const [selectedRole, setSelectedRole] = useState<TeamRole | null>(null);
  const chosen = selectedRole ?? person.teamRole;
  const roles = acts.rolesFor(person);
  const isFixed = roles.length === 0;
  const lacksSeat = acts.lacksSeat(person, chosen);
  return (
    <form
      className={styles.roleForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== person.teamRole && !lacksSeat) acts.give(person, chosen);
        setSelectedRole(null);
      }}
    >
      <fieldset className={styles.roles}>
        <legend className={styles.heading}>
          <Trans>Role</Trans>
        </legend>
        {TEAM_ROLES.toReversed()
          .filter((role) => role === person.teamRole || roles.includes(role))
          .map((role) => (
            <label key={role} className={styles.choice} data-fixed={isFixed || undefined}>
              {!isFixed && (
                <input
                  type="radio"
                  name={name}
                  className={styles.radio}
                  value={role}
                  checked={role === chosen}
                  onChange={() => setSelectedRole(role)}
                />
              )}
              <span>
                <span className={styles.roleName}>{t(ROLE_LABELS[role])}</span>
                <span className={styles.rights}>{t(ROLE_RIGHTS[role])}</span>
              </span>
            </label>
          ))}
      </fieldset>
      {isFixed && (
        <p className={styles.hint}>
          <WhyNot act="members.update" />
        </p>
      )}
      {lacksSeat && <PlanFullNotice resource="collaborators" />}
      {chosen !== person.teamRole && (
        <div className={styles.acts}>
          <Button type="submit" disabled={lacksSeat}>
            {t(MAKE_ROLE_LABELS[chosen])}
          </Button>
          <Button variant="default" onClick={() => setSelectedRole(null)}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
    </form>
  );
}
