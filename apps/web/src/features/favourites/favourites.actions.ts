import { msg } from '@lingui/core/macro';
import { IconStar, IconStarOff } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';
import { FAVOURITE_KEY } from './favourite-key.ts';

export const addThisProject: Action = {
  id: 'favourite.add-project',
  title: msg`Add the project to favourites`,
  group: 'screen',
  icon: IconStar,
  keywords: msg`star bookmark pin at hand`,
};
export const removeThisProject: Action = {
  id: 'favourite.remove-project',
  title: msg`Remove the project from favourites`,
  group: 'screen',
  icon: IconStarOff,
  keywords: msg`star bookmark unpin`,
};
export const addThisView: Action = {
  id: 'favourite.add-view',
  title: msg`Add the view to favourites`,
  group: 'screen',
  icon: IconStar,
  keywords: msg`star bookmark pin at hand`,
};
export const removeThisView: Action = {
  id: 'favourite.remove-view',
  title: msg`Remove the view from favourites`,
  group: 'screen',
  icon: IconStarOff,
  keywords: msg`star bookmark unpin`,
};

export const addThisDocument: Action = {
  id: 'favourite.add-document',
  title: msg`Add the document to favourites`,
  group: 'screen',
  icon: IconStar,
  keywords: msg`star bookmark pin at hand`,
};
export const removeThisDocument: Action = {
  id: 'favourite.remove-document',
  title: msg`Remove the document from favourites`,
  group: 'screen',
  icon: IconStarOff,
  keywords: msg`star bookmark unpin`,
};

export const starThis: Action = {
  ...FAVOURITE_KEY,
  title: msg`Add to favourites or remove from them`,
  group: 'screen',
  icon: IconStar,
  isHidden: true,
};

export const favouriteActions: readonly Action[] = [
  addThisProject,
  removeThisProject,
  addThisView,
  removeThisView,
  addThisDocument,
  removeThisDocument,
  starThis,
];
