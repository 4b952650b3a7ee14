import type { SearchKind } from '@hearth/contracts/search/search-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const KIND_LABELS: Readonly<Record<SearchKind, MessageDescriptor>> = {
  task: msg({ message: 'Task', context: 'what was found' }),
  document: msg({ message: 'Document', context: 'what was found' }),
  project: msg({ message: 'Project', context: 'what was found' }),
  comment: msg({ message: 'Comment', context: 'what was found' }),
  person: msg({ message: 'Person', context: 'what was found' }),
};

/** Labels for searching a single kind. */
export const KIND_PLURAL_LABELS: Readonly<Record<SearchKind, MessageDescriptor>> = {
  task: msg`Tasks`,
  document: msg`Documents`,
  project: msg`Projects`,
  comment: msg`Comments`,
  person: msg`People`,
};
