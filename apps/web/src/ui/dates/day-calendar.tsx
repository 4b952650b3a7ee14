import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/dates/styles.layer.css';
import { Popover } from '@mantine/core';
import { Calendar, type DayOfWeek } from '@mantine/dates';
import { addDays, weekdayOf } from '@hearth/contracts/core/days';
import { useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { readFirstWeekday, useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { Anchor } from '#ui/lazy/anchor.tsx';
import { backdropClass, SheetHandle, sheetClass, useIsSheet } from '#ui/overlays/bottom-sheet.tsx';
import styles from './day-calendar.module.css';

/** The last day that the database and the inputs accept. */
const LAST_DAY = '9999-12-31';

export interface DayCalendarProps {
  id: string;
  label: string;
  isOpen: boolean;
  target: HTMLElement | null;
  /** The typed or current day. Undefined if the typed text is not a day. */
  day: string | null | undefined;
  isTyping: boolean;
  min: string | undefined;
  /** Whether the focus moves into the calendar. */
  isEntered: boolean;
  onPick: (day: string) => void;
  onClose: () => void;
  /** Called when the focus leaves the calendar, except for the field. */
  onBlur: (event: React.FocusEvent) => void;
}

/** The calendar of a date field: a popover below it, or a bottom sheet on phones. The focus stays in the field unless the keyboard moves it. */
export function DayCalendar({
  id,
  label,
  isOpen,
  target,
  day,
  isTyping,
  min,
  isEntered,
  onPick,
  onClose,
  onBlur,
}: DayCalendarProps) {
  const isSheet = useIsSheet();
  return (
    <Popover
      opened={isOpen}
      position="bottom-start"
      offset={4}
      shadow="md"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withRoles={false}
      transitionProps={{ duration: 0 }}
      withOverlay={isSheet}
      overlayProps={{ className: backdropClass, backgroundOpacity: 0, onClick: onClose }}
    >
      <Popover.Target>
        <Anchor at={target} />
      </Popover.Target>
      <Popover.Dropdown
        id={id}
        role="dialog"
        aria-label={label}
        data-day-calendar
        className={clsx(styles.dropdown, sheetClass)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => event.stopPropagation()}
        onBlur={onBlur}
        onKeyDown={(event) => {
          event.stopPropagation();
          // Tab goes on from the field.
          if (event.key !== 'Escape' && event.key !== 'Tab') return;
          if (event.key === 'Escape') event.preventDefault();
          onClose();
        }}
      >
        <SheetHandle onClose={onClose} />
        <Days day={day ?? null} min={min} isEntered={isEntered} onPick={onPick} />
        {isTyping ? <TypedDay day={day} /> : <NearDays min={min} onPick={onPick} />}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Shows how the typed text is read. */
function TypedDay({ day }: Pick<DayCalendarProps, 'day'>) {
  const { t } = useLingui();
  const formats = useFormats();
  return (
    <p className={clsx(styles.foot, styles.typed)} role="status" data-unknown={day == null || undefined}>
      {day === undefined
        ? t`No matching date`
        : day === null
          ? t`No date`
          : formats.calendarDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
    </p>
  );
}

interface DaysProps extends Pick<DayCalendarProps, 'min' | 'isEntered' | 'onPick'> {
  day: string | null;
}

function Days({ day, min, isEntered, onPick }: DaysProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const ref = useRef<HTMLDivElement>(null);
  const formatYear = (date: string) => formats.calendarDay(date, { year: 'numeric' });
  // The displayed month follows the day, and changes of the reader last until the day changes.
  const [shown, setShown] = useState<{ day: string | null; month: string }>({ day, month: day ?? today });
  const month = shown.day === day ? shown.month : (day ?? shown.month);
  useEffect(() => {
    if (isEntered) ref.current?.querySelector<HTMLElement>('table [tabindex="0"]')?.focus();
  }, [isEntered]);
  return (
    <div ref={ref}>
      <Calendar
        size="sm"
        fullWidth
        date={month}
        onDateChange={(to) => setShown({ day, month: to })}
        minDate={min}
        maxDate={LAST_DAY}
        firstDayOfWeek={(readFirstWeekday() % 7) as DayOfWeek}
        weekendDays={[]}
        weekdayFormat={(date) => formats.calendarDay(date.slice(0, 10), { weekday: 'narrow' })}
        monthLabelFormat={(date) => formats.calendarDay(date, { month: 'long', year: 'numeric' })}
        yearLabelFormat={formatYear}
        decadeLabelFormat={(date) => `${formatYear(date)} – ${formatYear(addDays(date, 3_500))}`}
        monthsListFormat={(date) => formats.calendarDay(date, { month: 'short' })}
        yearsListFormat={formatYear}
        getDayAriaLabel={(date) =>
          formats.calendarDay(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
        }
        renderDay={(date) => formats.calendarDay(date, { day: 'numeric' })}
        getDayProps={(date) => ({
          selected: date === day,
          'data-now': date === today || undefined,
          'aria-current': date === today ? 'date' : undefined,
          onClick: () => onPick(date),
        })}
        ariaLabels={{
          nextMonth: t`Next month`,
          previousMonth: t`Previous month`,
          nextYear: t`Next year`,
          previousYear: t`Previous year`,
          nextDecade: t`Next years`,
          previousDecade: t`Previous years`,
          monthLevelControl: t`Choose a month`,
          yearLevelControl: t`Choose a year`,
        }}
        previousIcon={<IconChevronLeft size={16} stroke={1.7} />}
        nextIcon={<IconChevronRight size={16} stroke={1.7} />}
        classNames={{
          calendarHeader: styles.header,
          calendarHeaderLevel: styles.level,
          calendarHeaderControl: styles.control,
          weekday: styles.weekday,
          day: styles.day,
          monthsListControl: styles.choice,
          yearsListControl: styles.choice,
        }}
      />
    </div>
  );
}

function NearDays({ min, onPick }: Pick<DayCalendarProps, 'min' | 'onPick'>) {
  const { t } = useLingui();
  const today = useToday();
  const days = [
    { day: today, label: t`Today` },
    { day: addDays(today, 1), label: t`Tomorrow` },
    { day: addDays(today, 8 - weekdayOf(today)), label: t`Next week` },
  ].filter((one) => min === undefined || one.day >= min);
  return (
    <div className={styles.foot}>
      {days.map((one) => (
        <button key={one.label} type="button" onClick={() => onPick(one.day)}>
          {one.label}
        </button>
      ))}
    </div>
  );
}
