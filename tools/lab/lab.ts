// Experiments that are run manually after changes to the code they test: npm run lab -- NAME [options]
interface Experiment {
  description: string;
  run(): Promise<unknown>;
}

const EXPERIMENTS: Record<string, Experiment> = {
  brand: {
    description: 'draws icons and the picture for links anew, from icon.svg and the built home page',
    run: () => import('./brand.ts'),
  },
  chaos: {
    description:
      'kills the server under twenty writers, or three of a document: --kills 200 --engine pglite|postgres --of tasks|documents',
    run: () => import('./chaos.ts'),
  },
  fuzz: {
    description: 'sends calls from valid to absurd: --calls 50000 --engine pglite|postgres --seed 7',
    run: () => import('./fuzz.ts'),
  },
  mutate: {
    description: 'runs mutation tests: --part rights --part tokens',
    run: () => import('./mutate.ts'),
  },
  pictures: {
    description: 'takes screenshots of every screen: "project board" --teams 10,200 --languages en,ar',
    run: () => import('./pictures/pictures.ts'),
  },
  'same-answer': {
    description:
      'compares response times of missing and forbidden objects: --calls 200 --engine pglite|postgres',
    run: () => import('./same-answer.ts'),
  },
  soak: {
    description: 'plays random histories against the sync store: --runs 10000 --seed 7 --path 0:1',
    run: () => import('./soak.ts'),
  },
  wall: {
    description: 'runs each family of permission tests separately: --only MATRIX --sample',
    run: () => import('./wall.ts'),
  },
  wire: {
    description: 'walks through the API of a running server: API_ORIGIN=http://localhost:4000',
    run: () => import('./wire.ts'),
  },
};

const [name = ''] = process.argv.splice(2, 1);
const experiment = Object.hasOwn(EXPERIMENTS, name) ? EXPERIMENTS[name] : undefined;
if (experiment === undefined) {
  const width = Math.max(...Object.keys(EXPERIMENTS).map(({ length }) => length));
  const list = Object.entries(EXPERIMENTS).map(
    ([one, { description }]) => `  ${one.padEnd(width)}  ${description}`,
  );
  console.log(['npm run lab -- NAME [options], where NAME is one of', ...list].join('\n'));
  if (!['', 'help', '--help'].includes(name)) {
    console.error(`\nUnknown name: ${name}.`);
    process.exitCode = 1;
  }
} else await experiment.run();
