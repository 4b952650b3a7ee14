import { FIRST_REACTIONS } from '@hearth/contracts/rich-text/comment-values';
import type { Editor } from '@tiptap/core';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId, useState, useSyncExternalStore } from 'react';
import { findEmoji, readEmojiName, type NamedEmoji } from '#ui/emoji/emoji-names.ts';
import { useEmoji } from '#ui/emoji/use-emoji.ts';
import { BLOCK_GROUPS, findBlocks, type RichBlock } from './rich-blocks.ts';
import { offerId, RichMenu, type RichOffer } from './rich-menu.tsx';
import type { Sign, Typed, TypedWatch } from './typed-menu.ts';

/** Functions that find entities to insert at the caret. An entry's id is a member's or document's id, or a task's key. */
export interface MentionSources {
  people: (typed: string) => readonly RichOffer[];
  tasks: (typed: string) => readonly RichOffer[];
  documents?: (typed: string) => readonly RichOffer[];
}

interface TypedOffersProps {
  editor: Editor;
  watch: TypedWatch;
  blocks: readonly RichBlock[];
  sources: MentionSources;
}

interface Offer extends RichOffer {
  /** The type of the inserted node. Null for a block command. */
  node: 'mention' | 'taskLink' | 'documentLink' | 'text' | null;
}

const MAX_EMOJI = 12;

/** The menu after a trigger character: a listbox that is operated from the text. The text keeps focus. */
export function TypedOffers({ editor, watch, blocks, sources }: TypedOffersProps) {
  const { t, i18n } = useLingui();
  const menuId = useId();
  const shown = useSyncExternalStore(watch.subscribe, watch.get);
  const [chosen, setChosen] = useState({ shown, at: 0 });
  const emoji = useEmoji(shown?.typed.sign === ':');
  const offers = shown === null ? [] : listOffers(shown.typed);
  const active = chosen.shown === shown ? Math.min(chosen.at, offers.length - 1) : 0;
  const activeOffer = offers[active];

  function listOffers({ sign, text }: Typed): readonly Offer[] {
    const people = () => sources.people(text).map((one): Offer => ({ ...one, node: 'mention' }));
    const documents = () =>
      (sources.documents?.(text) ?? []).map((one): Offer => ({ ...one, node: 'documentLink' }));
    if (sign === '@') return [...people(), ...documents()];
    if (sign === '[[') return documents();
    if (sign === '#') return sources.tasks(text).map((one): Offer => ({ ...one, node: 'taskLink' }));
    if (sign === ':') return listEmoji(emoji, text);
    const isWhole = text.trim() === '';
    return findBlocks(blocks, text, (message) => i18n._(message)).map(
      ({ id, title, group, markdown, icon: Mark }) => ({
        id,
        title: i18n._(title),
        mark: <Mark size={17} stroke={1.7} />,
        node: null,
        ...(isWhole ? { group: i18n._(BLOCK_GROUPS[group]) } : {}),
        ...(markdown === undefined ? {} : { hint: markdown }),
      }),
    );
  }

  /** Inserts the emoji whose name is followed by a second colon. */
  function closeEmoji(): boolean {
    if (shown?.typed.sign !== ':') return false;
    const { text, from, to } = shown.typed;
    const named = readEmojiName(emoji, text);
    if (named === undefined) return false;
    return editor.chain().deleteRange({ from, to }).insertContent({ type: 'text', text: named }).run();
  }

  function pick(at: number): void {
    const offer = offers[at];
    if (shown === null || offer === undefined || offer.isDisabled === true) return;
    const { from, to } = shown.typed;
    const chain = editor.chain().focus().deleteRange({ from, to });
    if (offer.node === null) {
      blocks
        .find(({ id }) => id === offer.id)
        ?.run(chain)
        .run();
      return;
    }
    if (offer.node === 'text') {
      chain.insertContent({ type: 'text', text: offer.id }).run();
      return;
    }
    const attrs = offer.node === 'taskLink' ? { key: offer.id } : { id: offer.id };
    chain
      .insertContent([
        { type: offer.node, attrs },
        { type: 'text', text: ' ' },
      ])
      .run();
  }

  const pressKey = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.key === ':' && closeEmoji()) {
      event.preventDefault();
      return true;
    }
    if (offers.length === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen({ shown, at: (active + step + offers.length) % offers.length });
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) pick(active);
    else return false;
    event.preventDefault();
    return true;
  });
  useEffect(() => watch.takeKeys((event) => pressKey(event)), [watch]);

  const isOpen = offers.length > 0;
  useEffect(() => {
    const root = editor.view.dom;
    const facts: Record<string, string | undefined> = {
      'aria-haspopup': isOpen ? 'listbox' : undefined,
      'aria-controls': isOpen ? menuId : undefined,
      'aria-activedescendant': activeOffer === undefined ? undefined : offerId(menuId, activeOffer),
    };
    for (const [name, value] of Object.entries(facts)) {
      if (value === undefined) root.removeAttribute(name);
      else root.setAttribute(name, value);
    }
  }, [editor, menuId, isOpen, activeOffer]);

  if (shown === null || !isOpen) return null;
  const labels: Record<Sign, string> = {
    '@': sources.documents === undefined ? t`People to mention` : t`People and documents to mention`,
    '[[': t`Documents to link`,
    '#': t`Tasks to link`,
    '/': t`Insert`,
    ':': t`Emoji`,
  };
  return (
    <RichMenu
      id={menuId}
      label={labels[shown.typed.sign]}
      offers={offers}
      active={active}
      anchor={shown.anchor}
      onPick={pick}
    />
  );
}

function listEmoji(all: readonly NamedEmoji[], typed: string): Offer[] {
  const found =
    typed === ''
      ? FIRST_REACTIONS.flatMap((sign) => all.find(({ emoji }) => emoji === sign) ?? [])
      : findEmoji(all, typed, MAX_EMOJI);
  return found.map(({ emoji, name }) => ({
    id: emoji,
    title: name,
    mark: <span aria-hidden="true">{emoji}</span>,
    node: 'text',
  }));
}
