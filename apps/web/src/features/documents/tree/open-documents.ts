import { createState, useSelected } from '#platform/client-state/state.ts';

const KEY = 'hearth:open-documents';
/** Maximum number of ids kept. */
const MAX_KEPT = 500;

/** Expanded documents and collapsed sections of the tree. Stored in this browser. */
const opened = createState<{ ids: ReadonlySet<string> }>({ ids: readStored() });

function readStored(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

export function useOpenIds(): ReadonlySet<string> {
  return useSelected(opened, ({ ids }) => ids);
}

export function setOpen(id: string, isOpen: boolean): void {
  const { ids } = opened.get();
  if (ids.has(id) === isOpen) return;
  const next = [...ids].filter((other) => other !== id);
  if (isOpen) next.push(id);
  const latest = next.slice(-MAX_KEPT);
  opened.set({ ids: new Set(latest) });
  localStorage.setItem(KEY, JSON.stringify(latest));
}
