import { msg } from '@lingui/core/macro';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

// In a separate module because the first paint of the board does not need it. The action applies to the task in the open panel.
export const putBackAction: Action = {
  id: 'task.putBack',
  title: msg`Restore the overwritten value`,
  group: 'task',
  icon: IconArrowBackUp,
  keywords: msg`restore lost conflict same time history`,
  shortcuts: ['z'],
};
