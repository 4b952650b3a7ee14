import { areShortcutsClashing, type CustomShortcuts } from '@hearth/contracts/account/shortcut-values';
import type { Keyed, ShortcutsByAction } from '#ui/keyboard/shortcut-registry.ts';

/** Resolves the shortcuts of actions that differ from the defaults. Custom shortcuts take precedence. */
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
