import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconBell,
  IconCalendar,
  IconCalendarPlus,
  IconClock,
  IconFolder,
  IconRepeat,
  IconRuler2,
  IconTag,
  IconUser,
  IconX,
} from '@tabler/icons-react';
import { usePeople } from '#features/members/index.ts';
import { formatEstimate, useEstimateUnit } from '#platform/texts/estimates.ts';
import { useFormats } from '#ui/format/formats.ts';
import { nameApart } from '#ui/format/person.ts';
import { PriorityGlyph } from '#ui/display/priority-glyph.tsx';
import { useToday } from '#ui/format/use-today.ts';
import { addDays } from '@hearth/contracts/core/days';
import type { QuickToken, QuickValue } from '@hearth/contracts/quick-parser/quick-types';
import { nameTime, nameWhen } from '#features/tasks/reminders/reminder-names.ts';
import { nameRepeat } from '#features/tasks/recurrence/repeat-names.ts';
import { PRIORITY_LABELS } from '#features/tasks/model/task-field-labels.ts';
import styles from './quick.module.css';

interface QuickChipsProps {
  tokens: readonly QuickToken[];
  onRevert: (token: QuickToken) => void;
  /** Resolves an ambiguous token. Omitted for fields that do not support ambiguous tokens. */
  onChoose?: (token: QuickToken, at: number) => void;
}

/** Shows the recognized tokens of a line as chips below its field. Each token can be rejected. Ambiguous tokens can be resolved. */
export function QuickChips({ tokens, onRevert, onChoose }: QuickChipsProps) {
  const { t } = useLingui();
  if (tokens.length === 0) return null;
  return (
    <ul
      className={styles.chips}
      aria-label={t`Understood`}
      // Don't let a press blur the field: blurring would submit the line.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {tokens.map((token) => (
        <li
          key={`${token.start} ${token.text}`}
          className={styles.chip}
          data-asks={token.values.length > 1 || undefined}
        >
          {token.values.length > 1 ? (
            <Question token={token} onChoose={onChoose} />
          ) : (
            token.values[0] !== undefined && <Value value={token.values[0]} />
          )}
          <button
            type="button"
            className={styles.back}
            aria-label={t`Keep “${token.text}” as text`}
            onClick={() => onRevert(token)}
          >
            <IconX size={13} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Question({ token, onChoose }: { token: QuickToken } & Pick<QuickChipsProps, 'onChoose'>) {
  return (
    <>
      <span className={styles.asks}>
        <Trans>Which “{token.text}”?</Trans>
      </span>
      {token.values.map((value, at) => (
        <button
          key={JSON.stringify(value)}
          type="button"
          className={styles.answer}
          data-quick-answer
          onClick={() => onChoose?.(token, at)}
        >
          <Value value={value} />
        </button>
      ))}
    </>
  );
}

const ICON = { size: 14, stroke: 1.7, 'aria-hidden': true } as const;

function Value({ value }: { value: QuickValue }) {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  if (value.kind === 'due' || value.kind === 'start' || value.kind === 'range') return <Days value={value} />;
  if (value.kind === 'priority') {
    return (
      <>
        <PriorityGlyph priority={value.priority} />
        {t(PRIORITY_LABELS[value.priority])}
      </>
    );
  }
  if (value.kind === 'repeat') {
    return (
      <>
        <IconRepeat {...ICON} />
        {nameRepeat(value)}
      </>
    );
  }
  if (value.kind === 'remind') {
    return (
      <>
        <IconBell {...ICON} />
        {nameWhen(value.when)}
      </>
    );
  }
  if (value.kind === 'time') {
    return (
      <>
        <IconClock {...ICON} />
        <span className="hidden-text">{value.on === 'due' ? t`Due at` : t`Starts at`} </span>
        {nameTime(value.time)}
      </>
    );
  }
  if (value.kind === 'estimate') {
    const { points } = value;
    return (
      <>
        <IconRuler2 {...ICON} />
        {formatEstimate(points, unit)}
      </>
    );
  }
  if (value.kind === 'person') return <PersonName value={value} />;
  const { name } = value;
  const ValueIcon = { project: IconFolder, label: IconTag }[value.kind];
  return (
    <>
      <ValueIcon {...ICON} />
      {value.kind === 'label' && value.id === null ? t`New label “${name}”` : name}
    </>
  );
}

function PersonName({ value }: { value: Extract<QuickValue, { kind: 'person' }> }) {
  const namesakeHint = usePeople().find(({ id }) => id === value.id)?.namesakeHint;
  return (
    <>
      <IconUser {...ICON} />
      {nameApart({ name: value.name, ...(namesakeHint === undefined ? {} : { namesakeHint }) })}
    </>
  );
}

function Days({ value }: { value: Extract<QuickValue, { kind: 'due' | 'start' | 'range' }> }) {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const formatDay = (day: string) => {
    const near = formats.nearDay(day, today);
    const isNear = day === today || day === addDays(today, 1);
    return isNear ? near : formats.calendarDay(day, { weekday: 'short', day: 'numeric', month: 'short' });
  };
  const StartIcon = value.kind === 'start' ? IconCalendarPlus : IconCalendar;
  const first = formatDay(value.kind === 'range' ? value.start : value.day);
  const last = formatDay(value.kind === 'range' ? value.due : value.day);
  return (
    <>
      <StartIcon {...ICON} />
      {value.kind === 'due' && <span className="hidden-text">{t`Due date`}: </span>}
      {value.kind === 'due' ? last : value.kind === 'start' ? t`From ${first}` : t`${first} – ${last}`}
    </>
  );
}
