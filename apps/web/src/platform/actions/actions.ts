import type { MessageDescriptor } from '@lingui/core';
import type { Icon } from '@tabler/icons-react';
import { useEffectEvent, useLayoutEffect } from 'react';
import { keysOf } from '#ui/keyboard/shortcut-registry.ts';
import { createState, useSelected } from '#platform/client-state/state.ts';

export type ActionGroup = 'task' | 'screen' | 'make' | 'places' | 'team' | 'app';

/**
 * An action or navigation target of the app. It is defined once, in a feature's or the shell's `X.actions.ts`, and registered with
 * `useAction` by the component that can currently run it. The command palette, the shortcut sheet, keyboard handling, menus and tooltips
 * are all derived from it.
 */
export interface Action {
  id: string;
  title: MessageDescriptor;
  group: ActionGroup;
  icon: Icon;
  /** Synonyms that users search for. */
  keywords?: MessageDescriptor;
  /** For example 'c', 'mod+k', or 'g t' for a key sequence. The first shortcut is displayed. */
  shortcuts?: readonly string[];
  /** Whether the shortcut also works in text fields. */
  isEverywhere?: boolean;
  /** Hides the action in the palette if it would be useless there, such as the action that opens the palette. */
  isHidden?: boolean;
}

/** Shortcuts scoped to the focused element, such as a card. The shortcut sheet also lists them. */
export interface KeyHint {
  title: MessageDescriptor;
  keys: readonly string[];
}

export interface Offer {
  action: Action;
  run: () => void;
}

const offers = createState<{ list: readonly Offer[] }>({ list: [] });

/** Registers an action until the returned function is called. The latest of several registrations wins. */
export function offerAction(action: Action, run: () => void): () => void {
  const offer = { action, run };
  offers.set({ list: [...offers.get().list, offer] });
  return () => offers.set({ list: offers.get().list.filter((other) => other !== offer) });
}

/** Registers an action while the component is mounted and `isAvailable`. */
export function useAction(action: Action, run: () => void, isAvailable = true): void {
  const runLatest = useEffectEvent(run);
  // Use a layout effect so that actions are available as soon as they are visible.
  useLayoutEffect(() => {
    if (!isAvailable) return undefined;
    return offerAction(action, () => runLatest());
  }, [action, isAvailable]);
}

/** The available actions, without duplicates. */
export function listOffers(): readonly Offer[] {
  return [...new Map(offers.get().list.map((offer) => [offer.action.id, offer])).values()];
}

export function useIsOffered(action: Action): boolean {
  return useSelected(offers, ({ list }) => list.some((offer) => offer.action.id === action.id));
}

/** Runs the action if it is currently registered. */
export function runAction(action: Action): void {
  offers
    .get()
    .list.findLast((offer) => offer.action.id === action.id)
    ?.run();
}

export function findByShortcut(shortcut: string): Offer | undefined {
  return listOffers().find(({ action }) => keysOf(action).includes(shortcut));
}
