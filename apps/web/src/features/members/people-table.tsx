import type { MemberActivity } from '@hearth/contracts/members/members';
import type { SyncRows } from '@hearth/contracts/sync';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useIsPhone } from '#ui/layout/use-device.ts';
import { useVirtualRows } from '#ui/layout/use-virtual-rows.ts';
import type { PeopleKey, PeopleOrder } from './people-order.ts';
import type { PersonActs } from './person-acts.tsx';
import { PersonRow } from './person-row.tsx';
import { useHour } from './use-hour.ts';
import styles from './members.module.css';

interface PeopleTableProps {
  people: readonly SyncRows['member'][];
  activity: ReadonlyMap<string, MemberActivity> | null;
  /** Whether the viewer may see other members' activity. */
  hasActivity: boolean;
  order: PeopleOrder;
  onOrder: (order: PeopleOrder) => void;
  acts: PersonActs;
  hrefOf: (userId: string) => string;
  onOpen: (userId: string) => void;
  /** The empty state, shown if no member matches. */
  empty: ReactNode;
  /** Content after the last row. */
  children: ReactNode;
}

const COLUMNS: readonly { key: PeopleKey | 'seat'; name: MessageDescriptor; isOfActivity?: true }[] = [
  { key: 'name', name: msg`Name` },
  { key: 'role', name: msg`Role` },
  { key: 'seat', name: msg`Seat`, isOfActivity: true },
  { key: 'joined', name: msg`Joined` },
  { key: 'active', name: msg`Last active`, isOfActivity: true },
];

/** Must match the heights in members.module.css. */
const ROW_PX = { small: 64, wide: 52 } as const;
const keyOfPerson = ({ userId }: SyncRows['member']) => userId;
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  j: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  k: (at) => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/** Virtualized table of members. The arrow keys move between names. */
export function PeopleTable({
  people,
  activity,
  hasActivity,
  order,
  onOrder,
  acts,
  hrefOf,
  onOpen,
  empty,
  children,
}: PeopleTableProps) {
  const { t } = useLingui();
  const { userId: ownId } = useTeamStore();
  const now = useHour();
  const rowHeight = useIsPhone() ? ROW_PX.small : ROW_PX.wide;
  const scroller = useRef<HTMLDivElement>(null);
  /** Target row of keyboard navigation until it is mounted. The next key press continues from this row. */
  const pendingFocus = useRef<number | null>(null);
  const { items, size, scrollTo } = useVirtualRows({
    rows: people,
    keyOf: keyOfPerson,
    scroller,
    height: rowHeight,
    overscan: 8,
  });

  /**
   * Focuses a row.
   * @returns whether the row is mounted; a distant row is mounted in the next frame
   */
  function focusIfRendered(to: number): boolean {
    const name = scroller.current?.querySelector<HTMLElement>(`[data-line="${to}"] a`);
    name?.focus({ preventScroll: true });
    return name !== null && name !== undefined;
  }

  function focusRow(to: number): void {
    if (!(to in people)) return;
    scrollTo(to);
    if (focusIfRendered(to)) return void (pendingFocus.current = null);
    pendingFocus.current = to;
    requestAnimationFrame(() => {
      if (pendingFocus.current !== to) return;
      pendingFocus.current = null;
      focusIfRendered(to);
    });
  }

  function moveFocus(event: React.KeyboardEvent): void {
    const step = STEPS[event.key];
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
    if (step === undefined || line === null || event.metaKey || event.ctrlKey || event.altKey) return;
    // An open menu handles the arrow keys itself.
    if (event.target instanceof Element && event.target.closest('[role="menu"]') !== null) return;
    event.preventDefault();
    focusRow(step(pendingFocus.current ?? Number(line.dataset['line']), people.length - 1));
  }

  return (
    <div ref={scroller} className={styles.scroller} onKeyDown={moveFocus}>
      <div role="table" aria-label={t`Members`} aria-rowcount={people.length + 1} className={styles.table}>
        <div role="row" aria-rowindex={1} className={styles.head} data-columns={hasActivity ? 6 : 4}>
          {COLUMNS.filter((column) => hasActivity || column.isOfActivity !== true).map((column) => (
            <ColumnHead key={column.key} column={column} order={order} onOrder={onOrder} />
          ))}
          <span role="columnheader" className={styles.menu}>
            <span className="hidden-text">{t`Actions`}</span>
          </span>
        </div>
        <div role="rowgroup" style={{ blockSize: size, position: 'relative' }}>
          {items.map((item) => {
            const person = people[item.index];
            if (person === undefined) return null;
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={item.index + 2}
                className={styles.row}
                data-columns={hasActivity ? 6 : 4}
                data-line={item.index}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <PersonRow
                  person={person}
                  isSelf={person.userId === ownId}
                  activity={hasActivity ? (activity?.get(person.userId) ?? null) : undefined}
                  now={now}
                  acts={acts}
                  href={hrefOf(person.userId)}
                  onOpen={onOpen}
                />
              </div>
            );
          })}
        </div>
      </div>
      {people.length === 0 && empty}
      <div className={styles.after}>{children}</div>
    </div>
  );
}

function ColumnHead({
  column,
  order,
  onOrder,
}: { column: (typeof COLUMNS)[number] } & Pick<PeopleTableProps, 'order' | 'onOrder'>) {
  const { t } = useLingui();
  const { key } = column;
  if (key === 'seat') {
    return (
      <span role="columnheader" className={styles.seat}>
        {t(column.name)}
      </span>
    );
  }
  const isSorted = order.key === key;
  const Arrow = order.isReversed ? IconArrowUp : IconArrowDown;
  // For names, the down arrow means A to Z. For other columns, it means highest or newest first.
  const isAscending = key === 'name' ? !order.isReversed : order.isReversed;
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
      className={{ name: styles.who, role: styles.role, joined: styles.joined, active: styles.active }[key]}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onOrder({ key, isReversed: isSorted && !order.isReversed })}
      >
        {t(column.name)}
        {isSorted && <Arrow size={13} stroke={2} aria-hidden="true" />}
      </button>
    </span>
  );
}
