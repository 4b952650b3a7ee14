import type { compileFormulas, Formulas } from '@hearth/contracts/custom-fields/formula-compute-values';
import { useSyncExternalStore } from 'react';
import { useTeamStore, type TeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { fieldsInOrder, type TeamField } from './fields.data.ts';

type Compile = typeof compileFormulas;

const NONE: Formulas = new Map();
// Lazy-loaded because few teams use formulas.
let compile: Compile | null = null;
let isLoading = false;
const listeners = new Set<() => void>();

function loadEngine(): void {
  if (isLoading) return;
  isLoading = true;
  import('@hearth/contracts/custom-fields/formula-compute-values')
    .then((formulas) => {
      compile = formulas.compileFormulas;
      for (const listener of listeners) listener();
    })
    .catch(() => {
      // If loading fails, computed fields have no value. The next use retries loading.
      isLoading = false;
    });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const cache = new WeakMap<TeamStore, { fields: readonly TeamField[]; formulas: Formulas }>();

/** Compiles the formulas of a team. Returns none until the engine has loaded. The result is memoized per store until the fields change. */
function formulasOf(store: TeamStore, fields: readonly TeamField[], by: Compile | null): Formulas {
  if (!fields.some(({ type }) => type === 'formula')) return NONE;
  if (by === null) {
    loadEngine();
    return NONE;
  }
  const last = cache.get(store);
  if (last?.fields.length === fields.length && last.fields.every((one, at) => one === fields[at]))
    return last.formulas;
  const formulas = by(fields);
  cache.set(store, { fields, formulas });
  return formulas;
}

/** Returns the computed fields of the team. Each is a function of a task. */
export function useFormulas(): Formulas {
  const store = useTeamStore();
  const fields = useRows(fieldsInOrder(store));
  const by = useSyncExternalStore(subscribe, () => compile);
  return formulasOf(store, fields, by);
}

/** Maximum number of groups. Tasks with any other value are grouped with the tasks that have no value. */
const MAX_TEXTS = 100;

/** Returns the distinct values of a computed field over the loaded tasks as sorted strings, at most `MAX_TEXTS` of them. */
export function useComputedTexts(fieldId: string | undefined): readonly string[] {
  const store = useTeamStore();
  const compute = useFormulas().get(fieldId ?? '');
  const tasks = useRows(
    store.sharedView(fieldId === undefined ? 'no tasks' : 'all tasks', {
      entity: 'task',
      filter: () => fieldId !== undefined,
      compare: () => 0,
    }),
  );
  if (compute === undefined) return [];
  const texts = new Set(tasks.flatMap((task) => compute(task) ?? []).map(String));
  return [...texts].sort().slice(0, MAX_TEXTS);
}
