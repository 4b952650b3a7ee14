import type { TaskTypeIcon } from '@hearth/contracts/task-types/task-type-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconAlertTriangle,
  IconBrush,
  IconBug,
  IconBulb,
  IconCheckbox,
  IconFileText,
  IconFlask,
  IconHelpCircle,
  IconInbox,
  IconSparkles,
  IconTool,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';

export const TYPE_ICONS: Record<TaskTypeIcon, Icon> = {
  task: IconCheckbox,
  bug: IconBug,
  feature: IconSparkles,
  idea: IconBulb,
  question: IconHelpCircle,
  risk: IconAlertTriangle,
  chore: IconTool,
  design: IconBrush,
  research: IconFlask,
  document: IconFileText,
  meeting: IconUsers,
  request: IconInbox,
};

/** Names of the icons themselves, not of the types that use them. */
export const TYPE_ICON_LABELS: Record<TaskTypeIcon, MessageDescriptor> = {
  task: msg({ message: 'Tick', context: 'icon' }),
  bug: msg({ message: 'Beetle', context: 'icon' }),
  feature: msg({ message: 'Sparkles', context: 'icon' }),
  idea: msg({ message: 'Light bulb', context: 'icon' }),
  question: msg({ message: 'Question mark', context: 'icon' }),
  risk: msg({ message: 'Warning sign', context: 'icon' }),
  chore: msg({ message: 'Tool', context: 'icon' }),
  design: msg({ message: 'Brush', context: 'icon' }),
  research: msg({ message: 'Flask', context: 'icon' }),
  document: msg({ message: 'Sheet of paper', context: 'icon' }),
  meeting: msg({ message: 'People', context: 'icon' }),
  request: msg({ message: 'Inbox', context: 'icon' }),
};
