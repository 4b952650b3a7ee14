import type { MessageDescriptor } from '@lingui/core';
import type { Icon } from '@tabler/icons-react';
import { useEffectEvent, useLayoutEffect } from 'react';
import { keysOf } from '#ui/keyboard/shortcut-registry.ts';
import { createState, useSelected } from '#platform/client-state/state.ts';

export type ActionGroup = 'task' | 'screen' | 'make' | 'places' | 'team' | 'app';

/**
 * Something that can be done in the app, or a place to go to. It is defined once, in a feature's `X.actions.ts` or the
 * shell's; whoever can do it at the moment offers it with `useAction`. The command palette, the sheet of shortcuts, the
 * keyboard, menus and tooltips all live from that.
 */
export interface Action {
  id: string;
  title: MessageDescriptor;
  group: ActionGroup;
  icon: Icon;
  /** Other words that people look for it by. */
  keywords?: MessageDescriptor;
  /** 'c', 'mod+k', 'g t' for one key after the other; the first is the one that is shown. */
  shortcuts?: readonly string[];
  /** Its shortcut works while somebody types, too. */
  isEverywhere?: boolean;
  /** Only for the keyboard: it would be of no use in the palette, such as opening the palette. */
  isHidden?: boolean;
}

/** Keys that do something only where the focus is, such as a card; the sheet of shortcuts lists them too. */
export interface KeyHint {
  title: MessageDescriptor;
  keys: readonly string[];
}

export interface Offer {
  action: Action;
  run: () => void;
}

const offers = createState<{ list: readonly Offer[] }>({ list: [] });

/** Offers an action until the returned function is called. Of several offers of one action the latest counts. */
export function offerAction(action: Action, run: () => void): () => void {
  const offer = { action, run };
  offers.set({ list: [...offers.get().list, offer] });
  return () => offers.set({ list: offers.get().list.filter((other) => other !== offer) });
}

/** Offers an action while the component is shown and `isAvailable`. */
export function useAction(action: Action, run: () => void, isAvailable = true): void {
  const runLatest = useEffectEvent(run);
  // Before the paint: what is on screen can be done at once.
  useLayoutEffect(() => {
    if (!isAvailable) return undefined;
    return offerAction(action, () => runLatest());
  }, [action, isAvailable]);
}

/** What can be done now: each action once. */
export function listOffers(): readonly Offer[] {
  return [...new Map(offers.get().list.map((offer) => [offer.action.id, offer])).values()];
}

export function useIsOffered(action: Action): boolean {
  return useSelected(offers, ({ list }) => list.some((offer) => offer.action.id === action.id));
}

/** Does it, if anybody offers it now. */
export function runAction(action: Action): void {
  offers
    .get()
    .list.findLast((offer) => offer.action.id === action.id)
    ?.run();
}

export function findByShortcut(shortcut: string): Offer | undefined {
  return listOffers().find(({ action }) => keysOf(action).includes(shortcut));
}
