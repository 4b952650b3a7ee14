import { msg } from '@lingui/core/macro';
import { IconPhoto } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

// In a separate module because the first paint of the board does not need it.
export const setCoverAction: Action = {
  id: 'task.cover',
  title: msg`Change cover`,
  group: 'task',
  icon: IconPhoto,
  keywords: msg`picture image card`,
};
