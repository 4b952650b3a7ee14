import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import {
  IconAlertTriangle,
  IconCalendarWeek,
  IconHandStop,
  IconHourglass,
  IconInbox,
  IconSun,
  IconUserShare,
  IconZzz,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useReaderZone } from '#ui/format/formats.ts';
import { useMinute, useToday } from '#ui/format/use-today.ts';
import { MyWork, SECTIONS, type Section } from './my-work.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';

const SECTION_LABELS: Record<Section, readonly [MessageDescriptor, TablerIcon]> = {
  overdue: [msg`Overdue`, IconAlertTriangle],
  today: [msg`Today`, IconSun],
  upcoming: [msg`Upcoming`, IconCalendarWeek],
  undated: [msg`No date`, IconInbox],
  blocked: [msg`Blocked`, IconHandStop],
  waiting: [msg`Waiting for me`, IconHourglass],
  delegated: [msg`Delegated`, IconUserShare],
  snoozed: [msg`Snoozed`, IconZzz],
};

/** Returns the current user's tasks by section and keeps them up to date. */
export function useMyWork(): MyWork {
  const store = useTeamStore();
  const today = useToday();
  const minute = useMinute(true);
  const zone = useReaderZone();
  // oxlint-disable-next-line react/exhaustive-deps -- `look` receives the minute; days depend on the time zone
  const work = useMemo(() => new MyWork(store, { today, now: minute }), [store, today, zone]);
  useEffect(() => work.refresh(minute), [work, minute]);
  useEffect(() => {
    // Attach in an effect: a discarded render would leak the subscription.
    work.attach();
    return () => work.dispose();
  }, [work]);
  return work;
}

export function useMyWorkGroups(): readonly TaskGroup[] {
  const { t } = useLingui();
  return useMemo(
    () =>
      SECTIONS.map((key) => {
        const [name, Icon] = SECTION_LABELS[key];
        return {
          key,
          name: t(name),
          icon: <Icon size={16} stroke={1.6} aria-hidden="true" />,
          // The sections accept no tasks because their contents are computed.
          enter: null,
        };
      }),
    [t],
  );
}
