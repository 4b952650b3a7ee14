import { useFormats } from '#ui/format/formats.ts';
import { useLingui } from '@lingui/react/macro';
import type { PointerEvent, ReactNode } from 'react';
import { makePlot, thinOut, type Plot } from './plot.ts';
import { useWalk } from './use-walk.ts';
import { useWidth } from './use-width.ts';
import styles from './charts.module.css';

/** A point on the time axis: one that can be inspected, or only an axis label (see `walkable`). */
export interface Stop {
  /** Position on the time axis, 0 to 1. */
  share: number;
  /** Value on the vertical axis. If absent, the stop covers the full height. */
  value?: number;
  /** Lines of the tooltip. The first line is its title. */
  lines: readonly string[];
  /** Axis label below the chart. */
  tick?: string;
  onOpen?: (() => void) | undefined;
}

/** A note to mark on the time axis. */
export interface NoteMark {
  share: number;
  text: string;
}

interface ChartProps {
  /** Text alternative of the chart for screen readers. */
  label: string;
  height: number;
  /** Ticks of the value axis, ascending from 0. */
  ticks: readonly number[];
  formatTick: (value: number) => string;
  stops: readonly Stop[];
  /** Number of stops, from the first, that can be inspected. Defaults to all stops. */
  walkable?: number;
  notes?: readonly NoteMark[] | undefined;
  /** Renders the marks of the chart. `looked` is the index of the inspected stop, or null. */
  children: (plot: Plot, looked: number | null) => ReactNode;
}

const NO_NOTES: readonly NoteMark[] = [];
/** Minimum distance between tick labels in pixels. */
const TICK_PX = 76;
const LETTER_PX = 6;

/** A chart over time: axes, text alternative, and pointer and keyboard navigation through its stops. */
export function Chart({
  label,
  height,
  ticks,
  formatTick,
  stops,
  walkable = stops.length,
  notes = NO_NOTES,
  children,
}: ChartProps) {
  const formats = useFormats();
  const { t } = useLingui();
  const { box, width } = useWidth<HTMLDivElement>();
  const isMirrored = document.documentElement.dir === 'rtl';
  const plot = makePlot(width, height, ticks.at(-1) ?? 1, isMirrored);
  const { at, setAt, handleKey } = useWalk(walkable, isMirrored, (index) => stops[index]?.onOpen?.());
  const walkableStops = stops.slice(0, walkable);
  const looked = at === null ? undefined : stops[at];
  function look(event: PointerEvent<HTMLElement>): void {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    setAt(findNearest(walkableStops, plot, event.clientX - left, event.clientY - top));
  }
  const ticked = thinOut(
    stops.filter(({ tick }) => tick !== undefined),
    Math.floor(plot.span / TICK_PX),
  );
  const end = isMirrored ? plot.x(0) : plot.x(1);
  const start = isMirrored ? plot.x(1) : plot.x(0);
  return (
    <div
      ref={box}
      className={styles.canvas}
      data-opens={looked?.onOpen === undefined ? undefined : true}
      style={{ blockSize: height }}
      role="group"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move between its points
      tabIndex={0}
      aria-label={t`Walk through the chart with the arrow keys; Enter shows the tasks`}
      onKeyDown={handleKey}
      onBlur={() => setAt(null)}
      onPointerMove={look}
      onPointerLeave={() => setAt(null)}
      onClick={(event) => {
        const { left, top } = event.currentTarget.getBoundingClientRect();
        const index = findNearest(walkableStops, plot, event.clientX - left, event.clientY - top);
        if (index !== null) stops[index]?.onOpen?.();
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
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1={start} x2={end} y1={plot.y(tick)} y2={plot.y(tick)} />
            <text
              className={styles.tick}
              x={isMirrored ? width - 32 : 32}
              y={plot.y(tick)}
              dominantBaseline="middle"
              textAnchor={isMirrored ? 'start' : 'end'}
            >
              {formatTick(tick)}
            </text>
          </g>
        ))}
        {ticked.map(({ share, tick }) => (
          <text
            key={share}
            className={styles.tick}
            x={keepInside(plot.x(share), tick, width)}
            y={height - 8}
            textAnchor="middle"
          >
            {tick}
          </text>
        ))}
        {children(plot, at)}
        {notes.map(({ share, text }) => (
          <g key={`${share} ${text}`} className={styles.noteMark}>
            <line x1={plot.x(share)} x2={plot.x(share)} y1={plot.top} y2={plot.bottom} />
            <path d={`M${plot.x(share)} ${plot.top - 10}l5 5l-5 5l-5 -5Z`} />
            <title>{text}</title>
          </g>
        ))}
      </svg>
      {looked !== undefined && <Tip stop={looked} plot={plot} />}
      <span className="hidden-text" aria-live="polite">
        {formats.parts(looked?.lines ?? [])}
      </span>
    </div>
  );
}

/** Returns the center of an axis label, shifted so that neither end is clipped. The width is estimated from the mean letter width. */
function keepInside(x: number, word: string | undefined, width: number): number {
  const half = Math.max(22, (word ?? '').length * LETTER_PX * 0.5);
  return Math.min(Math.max(x, half), width - half);
}

/** The tooltip next to a stop. */
function Tip({ stop, plot }: { stop: Stop; plot: Plot }) {
  const x = plot.x(stop.share);
  const y = stop.value === undefined ? plot.top : plot.y(stop.value);
  const isPastMiddle = x > plot.width / 2;
  return (
    <div
      className={styles.tip}
      // Positions are measured from the left in both text directions.
      dir="ltr"
      aria-hidden="true"
      style={{
        translate: `calc(${x}px + ${isPastMiddle ? '-100% - 10px' : '10px'}) ${Math.max(0, y - 8)}px`,
      }}
    >
      {stop.lines.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines have no other identity
        <span key={at} dir="auto">
          {line}
        </span>
      ))}
    </div>
  );
}

/** Maximum distance from the pointer to a dot. */
const REACH_PX = 40;

function findNearest(stops: readonly Stop[], plot: Plot, x: number, y: number): number | null {
  let nearest: number | null = null;
  let least = Infinity;
  for (const [at, { share, value }] of stops.entries()) {
    const aside = Math.abs(plot.x(share) - x);
    const away = value === undefined ? aside : Math.hypot(aside, plot.y(value) - y);
    if (away >= least || (value !== undefined && away > REACH_PX)) continue;
    least = away;
    nearest = at;
  }
  return nearest;
}
