import { useId } from 'react';
import { Chart, type NoteMark, type Stop } from './chart.tsx';
import { drawArea, drawLine, listWholeTicks } from './plot.ts';
import { Stripes, type Pattern } from './stripes.tsx';
import styles from './charts.module.css';

interface Band {
  key: string;
  name: string;
  pattern: Pattern;
  /** One value per point in time. */
  values: readonly number[];
}

interface AreasProps {
  label: string;
  /** From the lowest band up. */
  bands: readonly Band[];
  points: readonly { lines: readonly string[]; tick: string; onOpen?: (() => void) | undefined }[];
  formatValue: (value: number) => string;
  notes?: readonly NoteMark[] | undefined;
}

/** Legend of all bands. Bands that are too thin have no inline label. */
export function BandLegend({ bands }: { bands: readonly Pick<Band, 'key' | 'name' | 'pattern'>[] }) {
  const id = useId();
  return (
    <ul className={styles.bandLegend}>
      {bands.map(({ key, name, pattern }) => (
        <li key={key}>
          <svg width={16} height={12} aria-hidden="true">
            <defs>
              <Stripes id={`${id}${key}`} kind={pattern} className={styles[`band-${key}`] ?? ''} />
            </defs>
            <rect width={16} height={12} rx={2} fill={`url(#${id}${key})`} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Minimum height of a band for an inline label, in pixels. */
const NAME_PX = 16;

/** Stacked bands. To be distinguishable without color, each band has a pattern and, if it is tall enough, an inline label. */
export function Areas({ label, bands, points, formatValue, notes }: AreasProps) {
  const id = useId();
  const heights = stackUp(bands, points.length);
  const last = Math.max(1, points.length - 1);
  const max = Math.max(1, ...(heights.at(-1) ?? [0]));
  const stops: Stop[] = points.map((point, at) => ({ ...point, share: at / last }));
  return (
    <Chart
      label={label}
      height={280}
      ticks={listWholeTicks(max)}
      formatTick={formatValue}
      stops={stops}
      notes={notes}
    >
      {(plot, looked) => {
        const lineOf = (level: readonly number[]) =>
          level.map((value, at) => ({ x: plot.x(at / last), y: plot.y(value) }));
        return (
          <>
            <defs>
              {bands.map(({ key, pattern }) => (
                <Stripes
                  key={key}
                  id={`${id}${key}`}
                  kind={pattern}
                  className={styles[`band-${key}`] ?? ''}
                />
              ))}
            </defs>
            {bands.map(({ key }, at) => {
              const [upper, lower] = [lineOf(heights[at + 1] ?? []), lineOf(heights[at] ?? [])];
              return (
                <g key={key}>
                  <path d={drawArea(upper, lower)} fill={`url(#${id}${key})`} />
                  <path className={styles.bandEdge} d={drawLine(upper)} />
                </g>
              );
            })}
            {bands.map(({ key, name }, at) => {
              const [high, low] = [heights[at + 1]?.at(-1) ?? 0, heights[at]?.at(-1) ?? 0];
              if (plot.y(low) - plot.y(high) < NAME_PX) return null;
              return (
                <text
                  key={key}
                  className={styles.bandName}
                  x={plot.x(1) + (plot.isMirrored ? 8 : -8)}
                  y={(plot.y(low) + plot.y(high)) / 2}
                  dominantBaseline="middle"
                  textAnchor={plot.isMirrored ? 'start' : 'end'}
                >
                  {name}
                </text>
              );
            })}
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

/** Returns the boundaries of the bands, from the zero line up. */
function stackUp(bands: readonly Band[], length: number): number[][] {
  const lines = [Array.from({ length }, () => 0)];
  for (const { values } of bands) {
    const below = lines.at(-1) ?? [];
    lines.push(below.map((value, at) => value + (values[at] ?? 0)));
  }
  return lines;
}
