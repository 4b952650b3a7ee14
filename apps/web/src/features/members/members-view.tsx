import { TEAM_ROLES, type TeamRole } from '@hearth/contracts/permissions/permissions';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconSearch, IconUserPlus, IconUserSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { membersByName } from './members.data.ts';
import { narrowPeople, PEOPLE_KEYS, sortPeople, type PeopleKey, type PeopleOrder } from './people-order.ts';
import { PeopleTable } from './people-table.tsx';
import { usePersonActs } from './person-acts.tsx';
import { PersonPanel } from './person-panel.tsx';
import { Seats } from './seats.tsx';
import { useActivity } from './use-activity.ts';
import styles from './members.module.css';

interface MembersViewProps {
  /** The user whose panel is open. */
  shownId: string | undefined;
  onOpen: (userId: string) => void;
  onClose: () => void;
  hrefOf: (userId: string) => string;
  onLeft: () => void;
  /** Called when members join, leave, or become or cease to be guests. */
  onCrowdChange: () => void;
  /** Content below the list. */
  children: ReactNode;
}

const ROLE_FILTERS: Record<TeamRole | 'all', MessageDescriptor> = {
  all: msg`All roles`,
  owner: msg`Owners`,
  admin: msg`Admins`,
  member: msg`Members`,
  guest: msg`Guests`,
};
const SORTS: Record<PeopleKey, MessageDescriptor> = {
  name: msg`Name`,
  role: msg`Role`,
  joined: msg`Date joined`,
  active: msg`Last active`,
};
const NOBODY_SEEN: ReadonlyMap<string, string | null> = new Map();

/** All members of the team, with their roles and the actions that the viewer may perform. */
export function MembersView({
  shownId,
  onOpen,
  onClose,
  hrefOf,
  onLeft,
  onCrowdChange,
  children,
}: MembersViewProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const everybody = useRows(membersByName(store));
  const may = useMay();
  const hasActivity = may('members.activity');
  const mayInvite = may('invites.create');
  const { activity, reload: reloadActivity } = useActivity();
  const acts = usePersonActs(onLeft, activity);
  const guestCount = everybody.filter((one) => one.teamRole === 'guest').length;
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState<TeamRole | null>(null);
  const [order, setOrder] = useState<PeopleOrder>({ key: 'name', isReversed: false });
  const view = useRef<HTMLDivElement>(null);

  // A member who is being removed must not send requests, because the server would reject them.
  const isHere = everybody.some((one) => one.userId === store.userId);
  // The number of free seats may change when members join, leave, or change to or from guest. Only the server can count seats because it
  // has the access levels of guests.
  const crowd = `${everybody.length} ${guestCount}`;
  const refetch = useEffectEvent(() => {
    if (!isHere) return;
    reloadActivity();
    onCrowdChange();
  });
  const counted = useRef(crowd);
  useEffect(() => {
    if (counted.current === crowd) return;
    counted.current = crowd;
    refetch();
  }, [crowd]);

  const lastActive = useMemo(
    () =>
      activity === null
        ? NOBODY_SEEN
        : new Map([...activity].map(([userId, one]) => [userId, one.lastActiveAt] as const)),
    [activity],
  );
  const people = useMemo(
    () => narrowPeople(sortPeople(everybody, order, lastActive), typed, role),
    [everybody, order, lastActive, typed, role],
  );
  const sorts = PEOPLE_KEYS.filter((key) => hasActivity || key !== 'active');
  const isNarrowed = typed.trim() !== '' || role !== null;

  function clear(): void {
    setTyped('');
    setRole(null);
  }

  return (
    <div ref={view} className={styles.view}>
      <div className={styles.bar}>
        <label className={styles.search}>
          <IconSearch size={16} stroke={1.8} aria-hidden="true" />
          <input
            type="search"
            className={styles.searchField}
            aria-label={t`Find people`}
            placeholder={t`Find people`}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') {
                event.preventDefault();
                view.current?.querySelector<HTMLElement>('[data-line] a')?.focus();
              }
              if (event.key === 'Escape' && typed !== '') {
                event.stopPropagation();
                setTyped('');
              }
            }}
          />
        </label>
        <Picker
          label={t`Role`}
          isFramed
          options={(['all', ...TEAM_ROLES.toReversed()] as const).map((value) => ({
            value,
            label: t(ROLE_FILTERS[value]),
          }))}
          selected={[role ?? 'all']}
          onPick={(value) => setRole(TEAM_ROLES.find((one) => one === value) ?? null)}
        >
          {t(ROLE_FILTERS[role ?? 'all'])}
        </Picker>
        <span className={styles.sortPicker}>
          <Picker
            label={t`Order`}
            isFramed
            options={sorts.map((value) => ({ value, label: t(SORTS[value]) }))}
            selected={[order.key]}
            onPick={(value) => {
              const key = PEOPLE_KEYS.find((one) => one === value) ?? 'name';
              setOrder({ key, isReversed: false });
            }}
          >
            {t(SORTS[order.key])}
          </Picker>
        </span>
        <span className={styles.count} role="status">
          <Plural value={people.length} one="# person" other="# people" />
        </span>
        {/* Remounted to refetch the seats when members join, leave or change to or from guest. */}
        <span className={styles.seats}>{isHere && <Seats key={crowd} />}</span>
      </div>
      <PeopleTable
        people={people}
        activity={activity}
        hasActivity={hasActivity}
        order={order}
        onOrder={setOrder}
        acts={acts}
        hrefOf={hrefOf}
        onOpen={onOpen}
        empty={
          isNarrowed && (
            <EmptyState
              icon={<IconUserSearch size={24} stroke={1.6} />}
              title={t`No people found`}
              action={
                <Button variant="default" onClick={clear}>
                  <Trans>Show everyone</Trans>
                </Button>
              }
            >
              <Trans>No one on this team has that name, email and role.</Trans>
            </EmptyState>
          )
        }
      >
        {everybody.length === 1 && mayInvite && (
          <EmptyState icon={<IconUserPlus size={24} stroke={1.6} />} title={t`You’re the only one here`}>
            <Trans>Invite people by email or link, with the role you choose.</Trans>
          </EmptyState>
        )}
        {children}
      </PeopleTable>
      {shownId !== undefined && (
        <PersonPanel
          key={shownId}
          userId={shownId}
          activity={hasActivity ? (activity?.get(shownId) ?? null) : undefined}
          acts={acts}
          onClose={onClose}
        />
      )}
      {acts.dialogs}
    </div>
  );
}
