/** Custom shortcuts, kept out of the schema files to keep the schema library out of the browser. */

/** Shortcuts by action id. An empty string means no shortcut. Unlisted actions have their default. */
export type CustomShortcuts = Readonly<Record<string, string>>;
/** A patch by action id. Null resets an action to its default. */
export type ShortcutChanges = Readonly<Record<string, string | null>>;

export const MAX_OWN_SHORTCUTS = 300;
/** Such as 'task.new'. */
export const ACT_ID = /^[a-z][a-zA-Z]{0,30}\.[a-z][a-zA-Z-]{0,40}$/;

const KEY = String.raw`[^\s+\p{Lu}\p{C}]`;
/** Such as 'c', 'mod+shift+k', 'delete', or 'g t' for a sequence. */
const SHORTCUT = new RegExp(
  `^(?:(?:mod\\+)?(?:alt\\+)?(?:shift\\+)?${KEY}|delete|(?:shift\\+)?${KEY} (?:shift\\+)?${KEY})$`,
  'u',
);
const OF_TYPING = /^mod\+(?:shift\+)?[acvxyz]$/;
/** Shortcuts reserved by browsers: tabs, windows, address bar, reload, print, find and zoom; and Alt shortcuts of menus. */
const OF_BROWSER = /^(?:mod\+(?:shift\+)?[fghijlmnopqrstuw0-9,=-]|alt\+[def])$/;

/** Explains why keys can't be a shortcut: invalid form, reserved for text editing, or reserved by browsers. Returns null if they can. */
export function explainNoShortcut(keys: string): 'form' | 'typing' | 'browser' | null {
  if (!SHORTCUT.test(keys)) return 'form';
  if (OF_TYPING.test(keys)) return 'typing';
  return OF_BROWSER.test(keys) ? 'browser' : null;
}

/** Whether two shortcuts conflict: they are equal, or one is a prefix of the other. */
export function areShortcutsClashing(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}

/** Applies changes. Custom shortcuts of other actions that conflict with newly assigned keys are cleared. */
export function mergeShortcuts(own: CustomShortcuts, changes: ShortcutChanges): CustomShortcuts {
  const taken = Object.values(changes).filter((keys) => keys !== null && keys !== '');
  const merged = new Map<string, string | null>(
    Object.entries(own).map(([act, keys]) => [
      act,
      taken.some((other) => areShortcutsClashing(keys, other ?? '')) ? '' : keys,
    ]),
  );
  for (const [act, keys] of Object.entries(changes)) merged.set(act, keys);
  return Object.fromEntries([...merged].flatMap(([act, keys]) => (keys === null ? [] : [[act, keys]])));
}
