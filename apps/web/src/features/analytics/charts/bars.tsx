import { useId } from 'react';
import { Chart, type NoteMark, type Stop } from './chart.tsx';
import { listWholeTicks, type Plot } from './plot.ts';
import { Stripes } from './stripes.tsx';
import styles from './charts.module.css';

/** A point in time with its main value and a comparison value. */
interface Column {
  key: string;
  main: number;
  aside: number;
  lines: readonly string[];
  tick: string;
  onOpen?: (() => void) | undefined;
}

interface BarsProps {
  label: string;
  height?: number;
  columns: readonly Column[];
  formatValue: (value: number) => string;
  notes?: readonly NoteMark[] | undefined;
  /** Value of a horizontal line across the chart, such as the mean. */
  line?: number | null | undefined;
  hasAside?: boolean;
}

/** A solid bar per point in time for the main value, and a striped bar for the comparison value unless `hasAside` is false. */
export function Bars({ label, height = 220, columns, formatValue, notes, line, hasAside = true }: BarsProps) {
  const stripes = `stripes${useId()}`;
  const max = Math.max(
    0,
    line ?? 0,
    ...columns.map(({ main, aside }) => Math.max(main, hasAside ? aside : 0)),
  );
  const stops: Stop[] = columns.map(({ lines, tick, onOpen }, at) => ({
    share: (at + 0.5) / columns.length,
    lines,
    tick,
    onOpen,
  }));
  return (
    <Chart
      label={label}
      height={height}
      ticks={listWholeTicks(max)}
      formatTick={formatValue}
      stops={stops}
      notes={notes}
    >
      {(plot, looked) => (
        <>
          <defs>
            <Stripes id={stripes} className={styles.asideStripe ?? ''} />
          </defs>
          {columns.map((column, at) => (
            <Pair
              key={column.key}
              plot={plot}
              column={column}
              share={(at + 0.5) / columns.length}
              room={plot.span / columns.length}
              fill={hasAside ? `url(#${stripes})` : null}
              isInspected={looked === at}
            />
          ))}
          {line !== undefined && line !== null && (
            <line className={styles.mean} x1={plot.x(0)} x2={plot.x(1)} y1={plot.y(line)} y2={plot.y(line)} />
          )}
        </>
      )}
    </Chart>
  );
}

interface PairProps {
  plot: Plot;
  column: Column;
  share: number;
  room: number;
  fill: string | null;
  isInspected: boolean;
}

function Pair({ plot, column, share, room, fill, isInspected }: PairProps) {
  const all = Math.min(room * 0.72, 44);
  const width = fill === null ? all : all / 2;
  const middle = plot.x(share);
  const first = middle - all / 2;
  const [mainX, asideX] = plot.isMirrored ? [first + all - width, first] : [first, first + width];
  return (
    <g className={styles.pair} data-looked={isInspected || undefined}>
      <rect
        className={styles.under}
        x={middle - room / 2}
        y={plot.top}
        width={room}
        height={plot.bottom - plot.top}
      />
      <Bar className={styles.mainBar} x={mainX} y={plot.y(column.main)} width={width} bottom={plot.bottom} />
      {fill !== null && (
        <Bar
          className={styles.asideBar}
          x={asideX}
          y={plot.y(column.aside)}
          width={width}
          bottom={plot.bottom}
          fill={fill}
        />
      )}
    </g>
  );
}

interface BarProps {
  className: string | undefined;
  x: number;
  y: number;
  width: number;
  bottom: number;
  fill?: string;
}

/** A bar with rounded top corners. */
function Bar({ className, x, y, width, bottom, fill }: BarProps) {
  const height = bottom - y;
  if (height <= 0) return null;
  const gap = width > 6 ? 1 : 0.25;
  const [left, right] = [x + gap, x + width - gap];
  const round = Math.max(0, Math.min(3, height, (right - left) / 2));
  const path = `M${left} ${bottom}V${y + round}q0 ${-round} ${round} ${-round}H${right - round}q${round} 0 ${round} ${round}V${bottom}Z`;
  return <path className={className} d={path} {...(fill === undefined ? {} : { fill })} />;
}
