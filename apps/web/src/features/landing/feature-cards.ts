import type { Color } from '@hearth/contracts/colors';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export interface FeatureCard {
  type: 'tasks' | 'knowledge' | 'collaboration' | 'start';
  header: MessageDescriptor;
  description: MessageDescriptor;
  /** The tint of the card. */
  colorCode: Color;
  iconColor: Color;
  subtitle: MessageDescriptor;
}

export const FEATURE_CARDS: readonly FeatureCard[] = [
  {
    type: 'tasks',
    subtitle: msg`Task management`,
    header: msg`Boards and lists that keep up with you`,
    description: msg`Drag a card, type the next one, undo the last thing. Every press is on the screen at once and is saved behind it.`,
    colorCode: 'ember',
    iconColor: 'ember',
  },
  {
    type: 'knowledge',
    subtitle: msg`Centralised knowledge hub`,
    header: msg`What the team knows, beside what it does`,
    description: msg`Projects, descriptions, comments and documents stay together, so that nobody has to ask where something was written down.`,
    colorCode: 'sky',
    iconColor: 'sky',
  },
  {
    type: 'collaboration',
    subtitle: msg`Collaboration`,
    header: msg`Everybody sees the same board`,
    description: msg`A card that a colleague moves, moves on your screen too. Invite by a link, and decide who may write, read or comment.`,
    colorCode: 'green',
    iconColor: 'green',
  },
  {
    type: 'start',
    subtitle: msg`A fast start`,
    header: msg`From sign-in to the first task in a minute`,
    description: msg`Sign in with Google, name your team, begin. No form to fill in, nothing to install, no tour to sit through.`,
    colorCode: 'amber',
    iconColor: 'amber',
  },
];
