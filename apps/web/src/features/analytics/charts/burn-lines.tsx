import { Chart, type Stop } from './chart.tsx';
import { drawLine, drawSteps, listWholeTicks } from './plot.ts';
import styles from './charts.module.css';

interface BurnPoint {
  scope: number;
  /** Remaining work in a burndown, finished work in a burnup. */
  actual: number;
  ideal: number;
  added: number;
  removed: number;
  lines: readonly string[];
  tick: string;
  onOpen: () => void;
}

/** Width in pixels required for the label next to the end of the scope line. */
const NAME_PX = 64;

interface BurnLinesProps {
  label: string;
  points: readonly BurnPoint[];
  /** Number of days up to today. The lines of scope and actual work end there. */
  past: number;
  names: { scope: string };
  formatValue: (value: number) => string;
}

/** Scope and work at the end of each day. Scope changes are drawn separately at the bottom of the chart. */
export function BurnLines({ label, points, past, names, formatValue }: BurnLinesProps) {
  const last = Math.max(1, points.length - 1);
  const max = Math.max(1, ...points.flatMap(({ scope, actual, ideal }) => [scope, actual, ideal]));
  const stops: Stop[] = points.map(({ lines, tick, onOpen }, at) => ({
    share: at / last,
    lines,
    tick,
    onOpen,
  }));
  return (
    <Chart
      label={label}
      height={230}
      ticks={listWholeTicks(max)}
      formatTick={formatValue}
      stops={stops}
      walkable={Math.max(1, past)}
    >
      {(plot, looked) => {
        const lineOf = (read: (point: BurnPoint) => number, count: number) =>
          points.slice(0, count).map((point, at) => ({ x: plot.x(at / last), y: plot.y(read(point)) }));
        const scope = lineOf((point) => point.scope, past);
        const actualLine = lineOf((point) => point.actual, past);
        const ideal = lineOf((point) => point.ideal, points.length);
        const end = scope.at(-1);
        // Place the label at the end of its line if it fits, otherwise above the line.
        const hasRoom = past < points.length && plot.span * (1 - (past - 1) / last) > NAME_PX;
        const aside = hasRoom ? 6 : 0;
        return (
          <>
            <path className={styles.idealLine} d={drawLine(ideal)} />
            {past > 0 && <path className={styles.scopeLine} d={drawSteps(scope)} />}
            {past > 0 && <path className={styles.doneLine} d={drawLine(actualLine)} />}
            {end !== undefined && (
              <text
                className={styles.lineName}
                x={end.x}
                y={hasRoom ? end.y + 4 : end.y - 6}
                dx={plot.isMirrored ? -aside : aside}
                textAnchor={hasRoom === plot.isMirrored ? 'end' : 'start'}
              >
                {names.scope}
              </text>
            )}
            {points.slice(0, past).map(({ added, removed }, at) => (
              <ScopeChange
                // oxlint-disable-next-line react/no-array-index-key -- days are identified by their index
                key={at}
                x={plot.x(at / last)}
                bottom={plot.bottom}
                added={added}
                removed={removed}
              />
            ))}
            {looked !== null && (
              <line
                className={styles.looked}
                x1={plot.x(looked / last)}
                x2={plot.x(looked / last)}
                y1={plot.top}
                y2={plot.bottom}
              />
            )}
          </>
        );
      }}
    </Chart>
  );
}

/** Markers of a day's scope changes: filled and pointing up for added scope, empty and pointing down for removed scope. */
function ScopeChange({
  x,
  bottom,
  added,
  removed,
}: {
  x: number;
  bottom: number;
  added: number;
  removed: number;
}) {
  return (
    <>
      {added > 0 && <path className={styles.added} d={`M${x} ${bottom - 11}l5 8h-10Z`} />}
      {removed > 0 && (
        <path className={styles.removed} d={`M${x} ${bottom - (added > 0 ? 14 : 3)}l-4.5 -7.5h9Z`} />
      )}
    </>
  );
}
