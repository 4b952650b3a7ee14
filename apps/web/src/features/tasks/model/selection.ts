import { createState, useSelected } from '#platform/client-state/state.ts';

/** The selected tasks of a list or board, and the anchor of a range. */
export interface Selection {
  chosen: ReadonlySet<string>;
  anchor: string | null;
  /** What the last range took in; another range from the same anchor takes its place. */
  range: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
export const NOTHING: Selection = { chosen: NONE, anchor: null, range: NONE };

export function toggleOne({ chosen }: Selection, id: string): Selection {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return { chosen: next, anchor: id, range: NONE };
}

/** Takes all from the anchor to `id`. @param order everything that is shown, in the order in which it is read */
export function extendTo(
  { chosen, anchor, range }: Selection,
  id: string,
  order: readonly string[],
): Selection {
  const from = order.indexOf(anchor ?? id);
  const to = order.indexOf(id);
  if (to === -1) return { chosen, anchor, range };
  const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  const now = new Set(order.slice(first, last + 1));
  const kept = [...chosen].filter((one) => !range.has(one));
  return { chosen: new Set([...kept, ...now]), anchor: from === -1 ? id : (order[from] ?? id), range: now };
}

export function takeAll(order: readonly string[]): Selection {
  return { chosen: new Set(order), anchor: order[0] ?? null, range: NONE };
}

/** What was there and what a frame drawn around tasks touches. */
export function extendWith(base: ReadonlySet<string>, touched: readonly string[]): Selection {
  return { chosen: new Set([...base, ...touched]), anchor: touched.at(-1) ?? null, range: NONE };
}

/** The list or board that is shown. */
export interface SelectionHost {
  /** The ids of all tasks it holds, drawn or not, in the order in which they are read. */
  order: () => readonly string[];
  /** Scrolls a task into view and gives it the focus. */
  focus: (taskId: string) => void;
}

interface Present extends Selection {
  host: SelectionHost | null;
  /** The task that has the focus in the list. */
  focused: string | null;
}

export const selection = createState<Present>({ ...NOTHING, host: null, focused: null });

export function useIsChosen(taskId: string): boolean {
  return useSelected(selection, ({ chosen }) => chosen.has(taskId));
}

export function useHasChosen(): boolean {
  return useSelected(selection, ({ chosen }) => chosen.size > 0);
}

/** The selection as far as it is shown, in its order; else the focused task. */
export function readTargets(): readonly string[] {
  const { chosen, host, focused } = selection.get();
  const order = host?.order() ?? [];
  if (chosen.size > 0) return order.filter((id) => chosen.has(id));
  return focused !== null && order.includes(focused) ? [focused] : [];
}
