import { msg } from '@lingui/core/macro';
import { IconTemplate } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

// Apart from the others: the first board is painted without them.
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
