import { chooseTickUnit } from '#features/analytics/figures/format-figures.ts';
import { Chart, type NoteMark, type Stop } from './chart.tsx';
import { listTicks } from './plot.ts';
import styles from './charts.module.css';

interface Dot {
  key: string;
  share: number;
  value: number;
  lines: readonly string[];
  onOpen?: (() => void) | undefined;
}

/** A percentile line: this share of the dots is on or below it. */
export interface Level {
  name: string;
  value: number;
}

interface ScatterProps {
  label: string;
  dots: readonly Dot[];
  levels: readonly Level[];
  /** Labels of the time axis. */
  ticks: readonly { share: number; tick: string }[];
  notes?: readonly NoteMark[] | undefined;
}

/** Duration of each item in hours, by the day it was finished. */
export function Scatter({ label, dots, levels, ticks, notes }: ScatterProps) {
  const max = Math.max(0, ...dots.map(({ value }) => value), ...levels.map(({ value }) => value));
  const unit = chooseTickUnit(max);
  const stops: Stop[] = [
    ...dots.map(({ share, value, lines, onOpen }) => ({ share, value, lines, onOpen })),
    ...ticks.map(({ share, tick }) => ({ share, lines: [], tick })),
  ];
  return (
    <Chart
      label={label}
      height={260}
      ticks={listTicks(max / unit.hours).map((tick) => tick * unit.hours)}
      formatTick={unit.format}
      stops={stops}
      walkable={dots.length}
      notes={notes}
    >
      {(plot, looked) => (
        <>
          {dots.map((dot, at) => (
            <circle
              key={dot.key}
              className={styles.dot}
              data-looked={looked === at || undefined}
              cx={plot.x(dot.share)}
              cy={plot.y(dot.value)}
              r={looked === at ? 5.5 : 3.5}
            />
          ))}
          {levels.map(({ name, value }, at) => (
            <g key={name} className={styles.level} data-level={at}>
              <line x1={plot.x(0)} x2={plot.x(1)} y1={plot.y(value)} y2={plot.y(value)} />
            </g>
          ))}
          {joinLevels(levels, plot.y).map(({ names, y }) => (
            <g key={names} className={styles.level}>
              <text x={plot.x(1)} y={y - 4} textAnchor={plot.isMirrored ? 'start' : 'end'}>
                {names}
              </text>
            </g>
          ))}
        </>
      )}
    </Chart>
  );
}

/** Labels closer than this would overlap, in pixels. */
const LABEL_PX = 13;

/**
 * Merges the labels of levels at about the same height.
 * @param levels in ascending order
 */
function joinLevels(
  levels: readonly Level[],
  yOf: (value: number) => number,
): { names: string; y: number }[] {
  const joined: { names: string; y: number }[] = [];
  for (const { name, value } of levels) {
    const last = joined.at(-1);
    const y = yOf(value);
    if (last !== undefined && last.y - y < LABEL_PX) {
      last.names = `${last.names} · ${name}`;
      last.y = y;
    } else joined.push({ names: name, y });
  }
  return joined;
}
