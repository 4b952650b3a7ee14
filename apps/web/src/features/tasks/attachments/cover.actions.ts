import { msg } from '@lingui/core/macro';
import { IconPhoto } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

// In a module of its own: not needed for the first paint of the board.
export const setCoverAction: Action = {
  id: 'task.cover',
  title: msg`Change cover`,
  group: 'task',
  icon: IconPhoto,
  keywords: msg`picture image card`,
};
