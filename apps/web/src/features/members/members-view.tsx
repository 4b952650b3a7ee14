import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconUserPlus, IconUserSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { membersByName } from './members.data.ts';
import { PeopleFilters } from './people-filters.tsx';
import { narrowPeople, sortPeople, type PeopleOrder } from './people-order.ts';
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
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState<TeamRole | null>(null);
  const [order, setOrder] = useState<PeopleOrder>({ key: 'name', isReversed: false });
  const view = useRef<HTMLDivElement>(null);

  const { crowd, isHere } = useCrowd(() => {
    reloadActivity();
    onCrowdChange();
  });
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
  const isNarrowed = typed.trim() !== '' || role !== null;

  function clear(): void {
    setTyped('');
    setRole(null);
  }

  return (
    <div ref={view} className={styles.view}>
      <div className={styles.bar}>
        <PeopleFilters
          typed={typed}
          role={role}
          order={order}
          hasActivity={hasActivity}
          onTyped={setTyped}
          onRole={setRole}
          onOrder={setOrder}
          onDown={() => view.current?.querySelector<HTMLElement>('[data-line] a')?.focus()}
        />
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

/**
 * Calls `onChange` when members join, leave, or change to or from guest. The number of free seats may then change. Only the server can count
 * seats because it has the access levels of guests.
 * @returns `crowd` differs after each change; `isHere` is false for a member who is being removed. The server would reject their requests
 */
function useCrowd(onChange: () => void): { crowd: string; isHere: boolean } {
  const store = useTeamStore();
  const everybody = useRows(membersByName(store));
  const isHere = everybody.some((one) => one.userId === store.userId);
  const guests = everybody.filter((one) => one.teamRole === 'guest');
  const crowd = `${everybody.length} ${guests.length}`;
  const refetch = useEffectEvent(() => {
    if (isHere) onChange();
  });
  const counted = useRef(crowd);
  useEffect(() => {
    if (counted.current === crowd) return;
    counted.current = crowd;
    refetch();
  }, [crowd]);
  return { crowd, isHere };
}
