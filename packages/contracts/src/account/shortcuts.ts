import { z } from 'zod';
import {
  ACT_ID,
  areShortcutsClashing,
  explainNoShortcut,
  MAX_OWN_SHORTCUTS,
  type ShortcutChanges,
} from './shortcut-values.ts';

const REFUSALS = {
  form: 'must be keys such as c, mod+k or g t',
  typing: 'is a key people type with',
  browser: 'is used by the browser',
} as const;

const keys = z
  .string()
  .max(40)
  .superRefine((value, context) => {
    const why = value === '' ? null : explainNoShortcut(value);
    if (why !== null) context.addIssue({ code: 'custom', message: REFUSALS[why] });
  });

export const ownShortcuts = z.record(z.string(), z.string());

/** A patch of shortcuts by action id. An empty string removes the shortcut, null restores the default. Unlisted actions are unchanged. */
export const shortcutChanges = z
  .record(z.string(), keys.nullable())
  .superRefine((changes: ShortcutChanges, context) => {
    const acts = Object.keys(changes);
    const refuse = (message: string, act?: string) =>
      context.addIssue({ code: 'custom', message, path: act === undefined ? [] : [act] });
    if (acts.length > MAX_OWN_SHORTCUTS) refuse(`can set up to ${MAX_OWN_SHORTCUTS} shortcuts`);
    for (const act of acts) if (!ACT_ID.test(act)) refuse('isn’t a command', act);
    const chosen = Object.entries(changes).filter(([, value]) => (value ?? '') !== '');
    for (const [at, [act, value]] of chosen.entries()) {
      const isDouble = chosen
        .slice(0, at)
        .some(([, other]) => areShortcutsClashing(value ?? '', other ?? ''));
      if (isDouble) refuse('is already used for another command', act);
    }
  });
