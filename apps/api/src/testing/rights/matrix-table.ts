/*
 * Prints the responses of the permission matrix. For each route, prints a line with the states, followed by a line for each group of
 * callers with identical responses.
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
/** Minimum column width. */
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

function widthOf(state: string): number {
  return Math.max(WIDTH, state.length);
}
