import { areShortcutsClashing, type CustomShortcuts } from '@hearth/contracts/account/shortcut-values';
import type { Keyed, ShortcutsByAction } from '#ui/keyboard/shortcut-registry.ts';

/** The keys of every act that has others than it comes with: what is chosen comes before what an act brings along. */
export function resolveKeys(acts: readonly Keyed[], own: CustomShortcuts): ShortcutsByAction {
  const chosen = acts.flatMap(({ id }) => own[id] || []);
  const byAct: Record<string, readonly string[]> = {};
  for (const { id, shortcuts = [] } of acts) {
    const keys = own[id];
    const free = shortcuts.filter((one) => !chosen.some((other) => areShortcutsClashing(one, other)));
    if (keys !== undefined) byAct[id] = keys === '' ? [] : [keys];
    else if (free.length < shortcuts.length) byAct[id] = free;
  }
  return byAct;
}
