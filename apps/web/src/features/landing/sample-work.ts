import type { Color } from '@hearth/contracts/core/colors';
import type { Priority, StatusCategory } from '@hearth/contracts/model/task-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** A card of the sample board in the hero: a bakery's team before a holiday. */
export interface SampleCard {
  key: string;
  title: MessageDescriptor;
  priority: Priority;
  due?: { text: MessageDescriptor; when: 'today' | 'later' };
  people: readonly SamplePerson[];
}

export interface SamplePerson {
  initials: string;
  color: Color;
}

interface SampleColumn {
  name: MessageDescriptor;
  category: StatusCategory;
  progress?: number;
  color: Color;
  cards: readonly SampleCard[];
}

const MIRA: SamplePerson = { initials: 'MS', color: 'violet' };
const ARJUN: SamplePerson = { initials: 'AK', color: 'teal' };
const LENA: SamplePerson = { initials: 'LB', color: 'amber' };

export const SAMPLE_COLUMNS: readonly SampleColumn[] = [
  {
    name: msg`To do`,
    category: 'unstarted',
    color: 'gray',
    cards: [
      { key: 'SP-31', title: msg`Photograph the new window display`, priority: 'medium', people: [LENA] },
      {
        key: 'SP-34',
        title: msg`Write the opening hours for the holidays`,
        priority: 'none',
        due: { text: msg`Friday`, when: 'later' },
        people: [ARJUN],
      },
      { key: 'SP-36', title: msg`Ask three regulars for a quote`, priority: 'low', people: [] },
    ],
  },
  {
    name: msg`In progress`,
    category: 'started',
    progress: 0.5,
    color: 'amber',
    cards: [
      {
        key: 'SP-27',
        title: msg`Draft the spring menu`,
        priority: 'high',
        due: { text: msg`Today`, when: 'today' },
        people: [MIRA, LENA],
      },
      { key: 'SP-28', title: msg`Repaint the bench outside`, priority: 'low', people: [LENA] },
      { key: 'SP-29', title: msg`Order flour for two weeks`, priority: 'urgent', people: [ARJUN] },
    ],
  },
  {
    name: msg`Done`,
    category: 'completed',
    color: 'green',
    cards: [
      { key: 'SP-19', title: msg`Agree on the colours`, priority: 'none', people: [LENA] },
      { key: 'SP-22', title: msg`Choose the new oven`, priority: 'none', people: [MIRA, ARJUN] },
      { key: 'SP-25', title: msg`Print the price tags`, priority: 'none', people: [LENA] },
    ],
  },
];
