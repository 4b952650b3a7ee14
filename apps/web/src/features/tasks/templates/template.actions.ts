import { msg } from '@lingui/core/macro';
import { IconTemplate } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

// In a separate module because the first paint of the board does not need it.
export const newTaskFromTemplate: Action = {
  id: 'task.template',
  title: msg`New task from a template`,
  group: 'make',
  icon: IconTemplate,
  keywords: msg`add create again copy`,
};
export const saveTemplate: Action = {
  id: 'task.save-template',
  title: msg`Save the task as template`,
  group: 'task',
  icon: IconTemplate,
  keywords: msg`keep copy again duplicate`,
};

export const templateActions: readonly Action[] = [newTaskFromTemplate, saveTemplate];
