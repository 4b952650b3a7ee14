import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A figure as it was printed. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** To what something simple took in the same run; says more than the value on a shared machine. */
  ratio: number | null;
}

interface Baseline {
  /** How many times slower the machine was than the one of the tests' budgets. */
  slowness: number;
  figures: Figure[];
}

const FILE = new URL('./baseline.json', import.meta.url);
/** A figure that is worse by so much is a defect of the change. */
const WORSE = 1.1;
/** What does not hang on the speed of the machine. */
const SIZES = new Set(['kB', 'MB', '']);

/** Figures of a run, one JSON text a line. */
export function readFigures(file: string): Figure[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Figure]));
}

/** Puts the figures in the place of those of the same names. */
export function keepBaseline(figures: readonly Figure[], slowness: number): void {
  const names = new Set(figures.map(({ name }) => name));
  const former = readBaseline();
  // Figures of another run are brought to the speed of this one.
  const others = former.figures
    .filter(({ name }) => !names.has(name))
    .map((figure) => ({ ...figure, value: atSpeed(figure, former.slowness, slowness) }));
  const all = [...others, ...figures].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  writeFileSync(FILE, `${JSON.stringify({ slowness, figures: all }, null, 2)}\n`);
}

/** Names every figure that is worse than the baseline by a tenth, in a sentence each. */
export function listWorse(figures: readonly Figure[], slowness: number, baseline = readBaseline()): string[] {
  return figures.flatMap((figure) => {
    const before = baseline.figures.find(({ name }) => name === figure.name);
    if (before === undefined || !Number.isFinite(figure.value)) return [];
    const [was, is] =
      before.ratio !== null && figure.ratio !== null
        ? [before.ratio, figure.ratio]
        : [atSpeed(before, baseline.slowness, slowness), figure.value];
    const times = isMoreBetter(figure.unit) ? was / is : is / was;
    if (!(times > WORSE)) return [];
    const said = figure.ratio === null || before.ratio === null ? figure.unit : '× what it is measured by';
    return [
      `WORSE by ${Math.round((times - 1) * 100)} %: ${figure.name}, ${round(was)} → ${round(is)} ${said}`,
    ];
  });
}

/** The first baseline makes nothing worse. */
function readBaseline(): Baseline {
  if (!existsSync(FILE)) return { slowness: 1, figures: [] };
  return JSON.parse(readFileSync(FILE, 'utf8')) as Baseline;
}

function atSpeed({ unit, value }: Figure, from: number, to: number): number {
  if (SIZES.has(unit)) return value;
  return isMoreBetter(unit) ? (value * from) / to : (value / from) * to;
}

function isMoreBetter(unit: string): boolean {
  return unit === '/s';
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)));
}
