import { createState, useSelected } from '#platform/client-state/state.ts';

/** The selected tasks of a list or board, and the anchor of a range selection. */
export interface Selection {
  chosen: ReadonlySet<string>;
  anchor: string | null;
  /** The tasks in the last selected range. Another range from the same anchor replaces them. */
  range: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
export const NOTHING: Selection = { chosen: NONE, anchor: null, range: NONE };

export function toggleOne({ chosen }: Selection, id: string): Selection {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return { chosen: next, anchor: id, range: NONE };
}

/**
 * Selects the range from the anchor to `id`. Without a listed anchor, selects only `id`. A no-op if `id` is not listed.
 * @param order ids of all listed tasks in visual order
 */
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
  const outside = [...chosen].filter((one) => !range.has(one));
  return {
    chosen: new Set([...outside, ...now]),
    anchor: from === -1 ? id : (order[from] ?? id),
    range: now,
  };
}

export function takeAll(order: readonly string[]): Selection {
  return { chosen: new Set(order), anchor: order[0] ?? null, range: NONE };
}

/** Adds the tasks touched by the lasso to the selection from before the drag. */
export function extendWith(base: ReadonlySet<string>, touched: readonly string[]): Selection {
  return { chosen: new Set([...base, ...touched]), anchor: touched.at(-1) ?? null, range: NONE };
}

/** The visible list or board that owns the selection. */
export interface SelectionHost {
  /** Returns the ids of all tasks of the list or board in visual order, whether mounted or not. */
  order: () => readonly string[];
  /** Scrolls a task into view and focuses it. */
  focus: (taskId: string) => void;
}

interface Present extends Selection {
  host: SelectionHost | null;
  /** The focused task of the list. */
  focused: string | null;
}

export const selection = createState<Present>({ ...NOTHING, host: null, focused: null });

export function useIsChosen(taskId: string): boolean {
  return useSelected(selection, ({ chosen }) => chosen.has(taskId));
}

export function useHasChosen(): boolean {
  return useSelected(selection, ({ chosen }) => chosen.size > 0);
}

/** Returns the visible selected tasks in visual order or, without a selection, the focused task. */
export function readTargets(): readonly string[] {
  const { chosen, host, focused } = selection.get();
  const order = host?.order() ?? [];
  if (chosen.size > 0) return order.filter((id) => chosen.has(id));
  return focused !== null && order.includes(focused) ? [focused] : [];
}
