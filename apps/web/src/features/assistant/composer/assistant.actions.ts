import { msg } from '@lingui/core/macro';
import { IconMessageCircle } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

export const askAssistant: Action = {
  id: 'assistant.ask',
  title: msg`Ask the assistant`,
  group: 'app',
  icon: IconMessageCircle,
  keywords: msg`chat question command help`,
  shortcuts: ['/'],
};
