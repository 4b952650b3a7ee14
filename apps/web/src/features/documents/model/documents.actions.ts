import { msg } from '@lingui/core/macro';
import {
  IconArchive,
  IconArrowRight,
  IconCopy,
  IconFilePlus,
  IconLayoutSidebar,
  IconTemplate,
  IconUsers,
} from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

export const newDocument: Action = {
  id: 'document.new',
  title: msg`New document`,
  group: 'make',
  icon: IconFilePlus,
  keywords: msg`add create page note doc write`,
  shortcuts: ['n d'],
};
export const newFromTemplate: Action = {
  id: 'document.from-template',
  title: msg`New document from a template`,
  group: 'make',
  icon: IconTemplate,
  keywords: msg`add create page meeting notes`,
};

// Actions on the current document.
export const shareDocument: Action = {
  id: 'document.share',
  title: msg`Share document`,
  group: 'screen',
  icon: IconUsers,
  keywords: msg`access rights people private permissions`,
};
export const moveThisDocument: Action = {
  id: 'document.move',
  title: msg`Move document to…`,
  group: 'screen',
  icon: IconArrowRight,
  keywords: msg`page parent project place`,
};
export const duplicateDocument: Action = {
  id: 'document.duplicate',
  title: msg`Duplicate document`,
  group: 'screen',
  icon: IconCopy,
  keywords: msg`copy page`,
};
export const archiveThisDocument: Action = {
  id: 'document.archive',
  title: msg`Archive document`,
  group: 'screen',
  icon: IconArchive,
  keywords: msg`page put away`,
};
export const toggleTree: Action = {
  id: 'documents.tree',
  title: msg`Show or hide the list of documents`,
  group: 'screen',
  icon: IconLayoutSidebar,
  keywords: msg`tree pages pane panel`,
  shortcuts: ['v d'],
};

export const documentActions: readonly Action[] = [
  newDocument,
  newFromTemplate,
  shareDocument,
  moveThisDocument,
  duplicateDocument,
  archiveThisDocument,
  toggleTree,
];
