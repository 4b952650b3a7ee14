import { msg } from '@lingui/core/macro';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

// In a module of its own: not needed for the first paint of the board. Acts on the task whose panel is open.
export const putBackAction: Action = {
  id: 'task.putBack',
  title: msg`Restore the overwritten value`,
  group: 'task',
  icon: IconArrowBackUp,
  keywords: msg`restore lost conflict same time history`,
  shortcuts: ['z'],
};
