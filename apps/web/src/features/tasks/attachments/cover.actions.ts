import { msg } from '@lingui/core/macro';
import { IconPhoto } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

// Apart from the others: the first board is painted without it.
export const setCoverAction: Action = {
  id: 'task.cover',
  title: msg`Change cover`,
  group: 'task',
  icon: IconPhoto,
  keywords: msg`picture image card`,
};
