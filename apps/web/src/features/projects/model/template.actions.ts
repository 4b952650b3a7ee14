import { msg } from '@lingui/core/macro';
import { IconTemplate } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

export const newProjectFromTemplate: Action = {
  id: 'project.template',
  title: msg`New project from a template`,
  group: 'make',
  icon: IconTemplate,
  keywords: msg`add create again copy`,
};
