import type { RelationSide } from '@hearth/contracts/relations/relation-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconArrowBarDown,
  IconArrowBarToDown,
  IconArrowsSplit2,
  IconCopy,
  IconHandStop,
  IconLink,
  IconPlayerPause,
  type Icon,
} from '@tabler/icons-react';

interface SideLabels {
  name: MessageDescriptor;
  /** Title of the task picker. */
  question: MessageDescriptor;
  icon: Icon;
}

/** Labels for both sides of each relation, in display order. */
export const SIDE_LABELS: Record<RelationSide, SideLabels> = {
  blockedBy: { name: msg`Blocked by`, question: msg`Blocked by which task?`, icon: IconHandStop },
  blocks: { name: msg`Blocks`, question: msg`Which task does it block?`, icon: IconPlayerPause },
  follows: { name: msg`Follows`, question: msg`Which task does it follow?`, icon: IconArrowBarToDown },
  precedes: { name: msg`Precedes`, question: msg`Which task does it precede?`, icon: IconArrowBarDown },
  relates: { name: msg`Relates to`, question: msg`Which task does it relate to?`, icon: IconLink },
  duplicates: { name: msg`Duplicates`, question: msg`Which task does it duplicate?`, icon: IconCopy },
  duplicatedBy: {
    name: msg`Duplicated by`,
    question: msg`Which task is a duplicate of it?`,
    icon: IconArrowsSplit2,
  },
};
