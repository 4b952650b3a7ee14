import { useLingui } from '@lingui/react/macro';
import { useId, type PointerEvent } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { truncateText } from '#platform/texts/truncate-text.ts';
import { Stripes } from './stripes.tsx';
import { useWalk } from './use-walk.ts';
import { useWidth } from './use-width.ts';
import styles from './charts.module.css';

interface Row {
  key: string;
  name: string;
  value: number;
  /** The formatted value, with any additional text. */
  text: string;
  /** Whether to highlight the row, for example because its value exceeds the limit. A mark precedes the text. */
  isMarked?: boolean;
  /** Limit of this row. Overrides the common limit. */
  limit?: number | null;
  isStriped?: boolean;
  onOpen?: (() => void) | undefined;
}

interface RowsProps {
  label: string;
  rows: readonly Row[];
  /** A common limit for all rows. */
  limit?: { value: number; name: string } | null;
}

const ROW_PX = 42;
const FOOT_PX = 22;
/** Mean letter width in pixels. */
const LETTER_PX = 6.4;

/** Horizontal bars in the given order, each below its label. */
export function Rows({ label, rows, limit = null }: RowsProps) {
  const formats = useFormats();
  const { t } = useLingui();
  const id = useId();
  const { box, width } = useWidth<HTMLDivElement>();
  const isMirrored = document.documentElement.dir === 'rtl';
  const { at, setAt, handleKey } = useWalk(rows.length, isMirrored, (index) => rows[index]?.onOpen?.());
  const max = Math.max(
    limit?.value ?? 0,
    ...rows.map(({ value, limit: own }) => Math.max(value, own ?? 0)),
    1e-9,
  );
  const scale = (value: number): number => (value / max) * (width - 4);
  const from = (length: number): number => (isMirrored ? width - 2 - length : 2);
  const xOf = (value: number): number => (isMirrored ? width - 2 - scale(value) : 2 + scale(value));
  const height = rows.length * ROW_PX + (limit === null ? 0 : FOOT_PX);
  const rowAt = (event: PointerEvent<HTMLElement> | React.MouseEvent<HTMLElement>): number | null => {
    const index = Math.floor((event.clientY - event.currentTarget.getBoundingClientRect().top) / ROW_PX);
    return index >= 0 && index < rows.length ? index : null;
  };
  const opens = at !== null && rows[at]?.onOpen !== undefined;
  const [near, far] = isMirrored ? (['end', 'start'] as const) : (['start', 'end'] as const);
  return (
    <div
      ref={box}
      className={styles.canvas}
      data-opens={opens || undefined}
      style={{ blockSize: height }}
      role="group"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move between its rows
      tabIndex={0}
      aria-label={t`Walk through the chart with the arrow keys; Enter shows the tasks`}
      onKeyDown={handleKey}
      onBlur={() => setAt(null)}
      onPointerMove={(event) => setAt(rowAt(event))}
      onPointerLeave={() => setAt(null)}
      onClick={(event) => {
        const index = rowAt(event);
        if (index !== null) rows[index]?.onOpen?.();
      }}
    >
      <svg
        className={styles.svg}
        role="img"
        aria-label={label}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        <defs>
          <Stripes id={id} className={styles.rowStripe ?? ''} />
        </defs>
        {rows.map((row, index) => {
          const top = index * ROW_PX;
          const room = Math.floor((width - row.text.length * LETTER_PX - 36) / LETTER_PX);
          const name =
            row.name.length > room ? `${truncateText(row.name, Math.max(4, room - 1)).trimEnd()}…` : row.name;
          return (
            <g key={row.key} className={styles.row} data-looked={at === index || undefined}>
              <rect className={styles.under} x={0} y={top} width={width} height={ROW_PX} rx={6} />
              <text className={styles.rowName} x={isMirrored ? width - 2 : 2} y={top + 18} textAnchor={near}>
                {name}
              </text>
              <text
                className={styles.rowWords}
                data-marked={row.isMarked || undefined}
                x={isMirrored ? 2 : width - 2}
                y={top + 18}
                textAnchor={far}
              >
                {row.isMarked === true && '▲ '}
                {row.text}
              </text>
              <rect className={styles.track} x={2} y={top + 26} width={width - 4} height={8} rx={4} />
              <rect
                className={styles.rowBar}
                data-marked={row.isMarked || undefined}
                x={from(scale(row.value))}
                y={top + 26}
                width={scale(row.value)}
                height={8}
                rx={4}
                {...(row.isStriped === true ? { fill: `url(#${id})` } : {})}
              />
              <LimitTick at={row.limit ?? limit?.value ?? null} xOf={xOf} top={top} />
            </g>
          );
        })}
        {limit !== null && (
          <text
            className={styles.limitName}
            x={xOf(limit.value)}
            y={height - 5}
            textAnchor={xOf(limit.value) > width / 2 ? 'end' : 'start'}
          >
            {limit.name}
          </text>
        )}
      </svg>
      <span className="hidden-text" aria-live="polite">
        {at === null ? '' : formats.pair(rows[at]?.name ?? '', rows[at]?.text ?? '')}
      </span>
    </div>
  );
}

/** Marks a limit on the bar. It hardly exceeds the bar so that it does not cross out a label. */
function LimitTick({ at, xOf, top }: { at: number | null; xOf: (value: number) => number; top: number }) {
  if (at === null) return null;
  return <line className={styles.limit} x1={xOf(at)} x2={xOf(at)} y1={top + 22} y2={top + 38} />;
}
