/*
 * The table of rights as a file: for each route a line with its states, and below it one for each group of callers that get the
 * same answers in all of them. Whoever may do more or less moves from one line to another, which is what a diff shows.
 */

export interface Answered {
  route: string;
  state: string;
  caller: string;
  /** Status and code: `200`, `404 NOT_FOUND`. */
  answer: string;
}

const HEAD = `Answers by route, state of what it names, and caller: 401 is UNAUTHENTICATED, 401* TOKEN_EXPIRED, 403 FORBIDDEN,
404 NOT_FOUND; any other code stands behind its status.
`;
const SHORT = new Map([
  ['401 UNAUTHENTICATED', '401'],
  ['401 TOKEN_EXPIRED', '401*'],
  ['403 FORBIDDEN', '403'],
  ['404 NOT_FOUND', '404'],
]);
const LONG = new Map([...SHORT].map(([long, short]) => [short, long]));
/** Of the narrowest column. */
const WIDTH = 4;

export function printTable(cells: readonly Answered[]): string {
  const routes = Map.groupBy(cells, ({ route }) => route);
  return `${HEAD}\n${[...routes].map(([route, own]) => printRoute(route, own)).join('\n')}`;
}

function printRoute(route: string, cells: readonly Answered[]): string {
  const states = [...new Set(cells.map(({ state }) => state))];
  const lines = [...Map.groupBy(cells, ({ caller }) => caller)].map(([caller, own]) => {
    const answers = states.map((state) => {
      const answer = own.find((cell) => cell.state === state)?.answer ?? '';
      return (SHORT.get(answer) ?? answer).padEnd(widthOf(state));
    });
    return { caller, answers: answers.join(' | ') };
  });
  const groups = Map.groupBy(lines, ({ answers }) => answers);
  const rows = [...groups].map(
    ([answers, callers]) => `${answers} | ${callers.map(({ caller }) => caller).join(', ')}`,
  );
  const head = states.map((state) => `${state.padEnd(widthOf(state))} |`).join(' ');
  return `${route}\n${[head, ...rows].map((row) => `  ${row}`).join('\n')}\n`;
}

/** The way back; cells come route by route, state by state. */
export function parseTable(text: string): Answered[] {
  return text
    .slice(HEAD.length + 1)
    .split('\n\n')
    .flatMap((part) => {
      const [route = '', head = '', ...rows] = part.trimEnd().split('\n');
      const states = head.split('|').flatMap((state) => state.trim() || []);
      return states.flatMap((state, at) =>
        rows.flatMap((row) => {
          const columns = row.split('|').map((column) => column.trim());
          const answer = LONG.get(columns[at] ?? '') ?? columns[at] ?? '';
          const callers = columns[states.length]?.split(', ') ?? [];
          return callers.map((caller) => ({ route, state, caller, answer }));
        }),
      );
    });
}

function widthOf(state: string): number {
  return Math.max(WIDTH, state.length);
}
