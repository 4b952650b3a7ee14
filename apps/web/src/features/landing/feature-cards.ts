import type { Color } from '@hearth/contracts/core/colors';
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
    description: msg`Drag a card, type the next one, undo the last thing. Every click shows instantly and saves in the background.`,
    colorCode: 'ember',
    iconColor: 'ember',
  },
  {
    type: 'knowledge',
    subtitle: msg`Centralised knowledge hub`,
    header: msg`Knowledge next to the work`,
    description: msg`Projects, descriptions, comments and documents stay together, so nobody has to ask where something is.`,
    colorCode: 'sky',
    iconColor: 'sky',
  },
  {
    type: 'collaboration',
    subtitle: msg`Collaboration`,
    header: msg`Everyone sees the same board`,
    description: msg`When a teammate moves a card, it moves on your screen too. Invite with a link, and decide who can edit, comment or view.`,
    colorCode: 'green',
    iconColor: 'green',
  },
  {
    type: 'start',
    subtitle: msg`A fast start`,
    header: msg`From sign-in to first task in a minute`,
    description: msg`Sign in with Google, name your team, start. No forms, nothing to install, no tour.`,
    colorCode: 'amber',
    iconColor: 'amber',
  },
];
