/** Returns round ticks from 0 to at least `max`, in at most `count` steps. */
export function listTicks(max: number, count = 4): number[] {
  const rough = Math.max(max, 1e-9) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((part) => part * power).find((one) => one >= rough - 1e-12) ?? rough;
  const length = Math.max(1, Math.ceil(max / step - 1e-9));
  return Array.from({ length: length + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/** Returns round integer ticks from 0 to at least `max`, in at most `count` steps. */
export function listWholeTicks(max: number, count = 4): number[] {
  if (max <= count) return Array.from({ length: Math.max(1, Math.ceil(max)) + 1 }, (_, at) => at);
  return listTicks(max, count).filter((tick) => Number.isInteger(tick));
}

/** Space in pixels around the plot: the value axis, the opposite edge, the top, and the time axis. */
const SCALE_PX = 40;
const EDGE_PX = 10;
const TOP_PX = 12;
const BOTTOM_PX = 26;

export interface Plot {
  width: number;
  height: number;
  /** Whether the time axis runs right to left, as in right-to-left languages. */
  isMirrored: boolean;
  top: number;
  bottom: number;
  /** Length of the time axis in pixels. */
  span: number;
  /** Returns the x coordinate of a position (0 to 1) on the time axis. */
  x: (share: number) => number;
  y: (value: number) => number;
}

export function makePlot(width: number, height: number, max: number, isMirrored: boolean): Plot {
  const span = Math.max(1, width - SCALE_PX - EDGE_PX);
  const bottom = height - BOTTOM_PX;
  return {
    width,
    height,
    isMirrored,
    top: TOP_PX,
    bottom,
    span,
    x: (share) => (isMirrored ? width - SCALE_PX - share * span : SCALE_PX + share * span),
    y: (value) => bottom - (max > 0 ? value / max : 0) * (bottom - TOP_PX),
  };
}

/** Picks evenly spaced axis labels: at most `room`, but at least the last label. */
export function thinOut<T>(all: readonly T[], room: number): T[] {
  const every = Math.max(1, Math.ceil(all.length / Math.max(1, room)));
  return all.filter((_, at) => (all.length - 1 - at) % every === 0);
}

/** Returns the SVG path of a line through points. */
export function drawLine(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

/** Returns the SVG path of the area between two lines with the same x positions. */
export function drawArea(
  upper: readonly { x: number; y: number }[],
  lower: readonly { x: number; y: number }[],
): string {
  return `${drawLine(upper)}${drawLine([...lower].reverse()).replace('M', 'L')}Z`;
}

/** Returns the SVG path of a step function through points. Each value holds until the next point. */
export function drawSteps(points: readonly { x: number; y: number }[]): string {
  return points
    .map(({ x, y }, at) => (at === 0 ? `M${round(x)} ${round(y)}` : `H${round(x)}V${round(y)}`))
    .join('');
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}
