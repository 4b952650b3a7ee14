import { LAYOUTS, type Layout } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import {
  IconArrowsSort,
  IconArrowsUpDown,
  IconCalendarMonth,
  IconTimeline,
  IconUsersGroup,
  IconColumns3,
  IconEyeOff,
  IconLayoutKanban,
  IconLayoutRows,
  IconList,
  IconPhoto,
  IconRestore,
  IconTable,
} from '@tabler/icons-react';
import { useState, type ReactNode, type Ref } from 'react';
import { Picker, type PickerOption } from '#ui/overlays/picker.tsx';
import { useViewChange } from '#features/views/address/use-view-change.ts';
import { readView } from '#features/views/address/view-address.ts';
import { isPlainDisplay, type ViewScreen, type ViewSearch } from '#features/views/address/view-search.ts';
import {
  applyChoice,
  applyEntry,
  DISPLAY_STEPS,
  isDisplayStep,
  type DisplayStep,
} from './display-changes.ts';
import { useDisplayLists } from './use-display-lists.ts';

interface DisplayMenuProps {
  search: ViewSearch;
  screen: ViewScreen;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  children: ReactNode;
}

const STEP_ICONS: Record<DisplayStep, typeof IconList> = {
  group: IconColumns3,
  rows: IconLayoutRows,
  columns: IconTable,
  sort: IconArrowsSort,
  next: IconArrowsSort,
};

/** Menu for the layout, grouping, sorting and other display settings. Settings with several values have a submenu. */
export function DisplayMenu({ search, screen, children, ...rest }: DisplayMenuProps) {
  const { t } = useLingui();
  const [step, setStep] = useState<DisplayStep | null>(null);
  const change = useViewChange(screen);
  const { view } = readView(search, screen.kind);
  const lists = useDisplayLists(view, screen.kind);
  const icon = (Shown: typeof IconList) => <Shown size={16} stroke={1.6} aria-hidden="true" />;
  const isBoard = view.layout === 'board';
  // A calendar is always grouped by day, and a workload by member.
  const hasGroups = view.layout !== 'calendar' && view.layout !== 'workload';
  const [first] = view.sort;
  const isOrdered = first !== undefined && first.field !== 'manual';
  const isOffered: Record<DisplayStep, boolean> = {
    group: hasGroups,
    rows: hasGroups,
    columns: view.layout === 'table',
    sort: true,
    next: isOrdered,
  };
  const layouts: Record<Layout, { label: string; icon: typeof IconList }> = {
    list: { label: t`List`, icon: IconList },
    board: { label: t`Board`, icon: IconLayoutKanban },
    table: { label: t`Table`, icon: IconTable },
    calendar: { label: t`Calendar`, icon: IconCalendarMonth },
    timeline: { label: t`Timeline`, icon: IconTimeline },
    workload: { label: t`Workload`, icon: IconUsersGroup },
  };
  const others = hasGroups ? t`Hide empty groups` : t`Hide people without tasks`;
  const entry = (value: string, label: string, Shown: typeof IconList): PickerOption => ({
    value,
    label,
    icon: icon(Shown),
  });
  const entries: PickerOption[] = [
    ...LAYOUTS.filter((layout) => layout !== view.layout).map((value) =>
      entry(value, layouts[value].label, layouts[value].icon),
    ),
    ...DISPLAY_STEPS.filter((one) => isOffered[one]).map((value) => ({
      ...entry(value, lists[value].label, STEP_ICONS[value]),
      aside: lists[value].shown,
      hasMore: true,
    })),
    ...(isOrdered ? [entry('reverse', t`Reverse order`, IconArrowsUpDown)] : []),
    ...(view.layout === 'calendar'
      ? []
      : [entry('empty', isBoard ? t`Hide empty columns` : others, IconEyeOff)]),
    ...(isBoard ? [entry('covers', t`Show covers`, IconPhoto)] : []),
    ...(isPlainDisplay(search) ? [] : [entry('reset', t`Reset`, IconRestore)]),
  ];
  const chosen = [
    ...(view.isEmptyHidden ? ['empty'] : []),
    ...(view.areCoversShown ? ['covers'] : []),
    ...(first?.isDescending === true ? ['reverse'] : []),
  ];

  function pick(value: string): void {
    if (step !== null) change((now) => applyChoice(now, step, value));
    else if (isDisplayStep(value)) setStep(value);
    else change((now) => applyEntry(now, value, screen.kind));
  }

  const list = step === null ? null : lists[step];
  return (
    <Picker
      label={list?.label ?? t`Display`}
      isMultiple
      isSearchable
      showsValue={false}
      step={step ?? ''}
      options={list?.options ?? entries}
      selected={list?.selected ?? chosen}
      onPick={pick}
      onBack={step === null ? undefined : () => setStep(null)}
      onClose={() => setStep(null)}
      {...rest}
    >
      {children}
    </Picker>
  );
}
