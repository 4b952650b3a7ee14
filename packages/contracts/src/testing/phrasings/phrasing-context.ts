import type { CommandContext } from '#assistant/command-values.ts';

const ids = (kind: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `00000000-0000-4000-8000-000000000a${kind}${at}`);
const name = (kind: number, names: readonly string[]) =>
  ids(kind, names.length).map((id, at) => ({ id, name: names[at] ?? '' }));

const KEYS = ['WEB', 'MOB', 'OFF', 'SAL', 'GAR'];
const CATEGORIES = ['backlog', 'unstarted', 'started', 'started', 'completed', 'cancelled'] as const;

/** Wednesday 18 November 2026, in a team that works in English and Hindi. The speaker is Dev Menon. */
export const PHRASING_CONTEXT: CommandContext = {
  today: '2026-11-18',
  timeZone: 'Asia/Kolkata',
  locale: 'en',
  me: ids(1, 1)[0] ?? '',
  people: name(1, ['Dev Menon', 'Asha Verma', 'Bob Reed', 'Bob Stone', 'Ravi Kumar', 'Priya Nair']).map(
    (one) => ({ ...one, email: `${one.name.toLowerCase().replace(' ', '.')}@example.com` }),
  ),
  projects: name(2, ['Website', 'Mobile app', 'Office move', 'Sales', 'बगीचा']).map((one, at) => ({
    ...one,
    key: KEYS[at] ?? '',
  })),
  statuses: name(3, ['Backlog', 'To do', 'In progress', 'In review', 'Done', 'Cancelled']).map((one, at) => ({
    ...one,
    category: CATEGORIES[at] ?? 'backlog',
  })),
  labels: name(4, ['Bug', 'design', 'Quick win', 'घर']),
  taskTypes: name(5, ['Feature', 'Story']),
  documents: ids(6, 5).map((id, at) => ({
    id,
    title: ['Onboarding guide', 'Refund policy', 'Launch plan', 'Q3 review', 'छुट्टी नीति'][at] ?? '',
  })),
  tasks: [],
  mayMakeLabels: true,
  estimateUnit: 'points',
  teamKey: 'HEA',
  lastTasks: ids(7, 2),
  lastCommand: null,
};

/** A message, and its expected meaning in the format of `describeUnderstood`. */
export type Phrasing = readonly [text: string, understood: string];
