import { msg } from '@lingui/core/macro';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

// Apart from the others: the first board is painted without it. Of the task whose panel is open.
export const putBackAction: Action = {
  id: 'task.putBack',
  title: msg`Restore the overwritten value`,
  group: 'task',
  icon: IconArrowBackUp,
  keywords: msg`restore lost conflict same time history`,
  shortcuts: ['z'],
};
