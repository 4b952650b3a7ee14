import {
  canChangeView,
  canManageView,
  canSeeView,
  canShareView,
} from '@hearth/contracts/permissions/permissions';
import { useLingui } from '@lingui/react/macro';
import {
  IconArrowBackUp,
  IconBookmarkPlus,
  IconCopy,
  IconDeviceFloppy,
  IconLink,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
  IconUser,
  IconUsers,
  IconX,
} from '@tabler/icons-react';
import { useState, type ReactNode, type Ref } from 'react';
import { useActor } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { Picker, type PickerOption } from '#ui/overlays/picker.tsx';
import { updateView, viewsByProject, type SavedView } from './saved-views.data.ts';
import { useSavedViewActs } from './use-saved-view-acts.ts';
import { ViewDialog } from './view-dialog.tsx';
import type { ViewScreen, ViewSearch } from '#features/views/address/view-search.ts';

interface SavedViewsMenuProps {
  /** The current saved view. */
  saved: SavedView | undefined;
  isChanged: boolean;
  search: ViewSearch;
  screen: ViewScreen;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  children: ReactNode;
}

/** The saved views of a screen and the actions on the current view. */
export function SavedViewsMenu({ saved, isChanged, search, screen, children, ...rest }: SavedViewsMenuProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const projectId = screen.kind === 'project' ? screen.projectId : null;
  const views = useRows(viewsByProject(store), projectId ?? '');
  const [dialog, setDialog] = useState<'new' | 'name' | null>(null);
  const canShare = canShareView(useActor(), { projectId, createdBy: store.userId });
  const acts = useSavedViewActs(search, screen, canShare);
  const options = useActOptions(saved, { projectId, isChanged, canShare });
  const listed = views.map((view) => ({
    value: view.id,
    label: view.name,
    icon: <ColorDot color={view.color} />,
    ...(view.isPrivate ? { aside: t`Only you` } : view.isLocked ? { aside: t`Locked` } : {}),
  }));

  function act(value: string): void {
    if (views.some(({ id }) => id === value)) acts.show(value);
    else if (value === 'new' || value === 'name') setDialog(value);
    else if (saved !== undefined) {
      const own: Partial<Record<string, () => void>> = acts.on(saved);
      own[value]?.();
    }
  }

  return (
    <>
      <Picker
        label={t`Saved views`}
        isSearchable
        showsValue={saved !== undefined}
        options={[...listed, ...options]}
        selected={saved === undefined ? [] : [saved.id]}
        onPick={act}
        {...rest}
      >
        {children}
      </Picker>
      <ViewDialog
        isOpen={dialog !== null}
        canShare={canShare}
        view={dialog === 'name' ? saved : undefined}
        onClose={() => setDialog(null)}
        onSave={(fields) => {
          const { name, color } = fields;
          if (dialog === 'name' && saved !== undefined)
            store.mutate(updateView(store, saved.id, { name, color }));
          else acts.create(fields);
          setDialog(null);
        }}
      />
    </>
  );
}

interface ActOptions {
  projectId: string | null;
  isChanged: boolean;
  canShare: boolean;
}

/** The actions that the user may perform on the current view. */
function useActOptions(
  saved: SavedView | undefined,
  { projectId, isChanged, canShare }: ActOptions,
): PickerOption[] {
  const { t } = useLingui();
  const { userId } = useTeamStore();
  const actor = useActor();
  const isFavourite = useRow('favourite', saved?.id ?? '') !== undefined;
  const icon = (Shown: typeof IconLock) => <Shown size={16} stroke={1.6} aria-hidden="true" />;
  const keeping = { projectId, createdBy: userId, isPrivate: true, isLocked: false };
  const canKeep = canSeeView(actor, keeping);
  const canChange = saved !== undefined && canChangeView(actor, saved);
  const canManage = saved !== undefined && canManageView(actor, saved);
  const isMine = saved?.createdBy === userId;
  const name = saved?.name ?? '';
  return [
    ...(isChanged && canChange
      ? [{ value: 'save', label: t`Save changes to ${name}`, icon: icon(IconDeviceFloppy) }]
      : []),
    ...(isChanged ? [{ value: 'reset', label: t`Reset to saved`, icon: icon(IconArrowBackUp) }] : []),
    ...(canKeep ? [{ value: 'new', label: t`Save as new view…`, icon: icon(IconBookmarkPlus) }] : []),
    ...(canChange ? [{ value: 'name', label: t`Rename ${name}…`, icon: icon(IconPencil) }] : []),
    ...(saved !== undefined && canKeep
      ? [{ value: 'copy', label: t`Duplicate ${name}`, icon: icon(IconCopy) }]
      : []),
    ...(canManage && !saved.isPrivate
      ? [
          saved.isLocked
            ? { value: 'lock', label: t`Unlock ${name}`, icon: icon(IconLockOpen) }
            : { value: 'lock', label: t`Lock ${name}`, icon: icon(IconLock) },
        ]
      : []),
    ...(canManage && isMine && canShare
      ? [
          saved.isPrivate
            ? { value: 'share', label: t`Share ${name} with the team`, icon: icon(IconUsers) }
            : { value: 'share', label: t`Make ${name} private`, icon: icon(IconUser) },
        ]
      : []),
    ...(saved === undefined
      ? []
      : [
          isFavourite
            ? { value: 'star', label: t`Remove ${name} from favourites`, icon: icon(IconStarOff) }
            : { value: 'star', label: t`Add ${name} to favourites`, icon: icon(IconStar) },
          { value: 'link', label: t`Copy link to this view`, icon: icon(IconLink) },
          { value: 'leave', label: t`Exit view`, icon: icon(IconX) },
        ]),
    ...(canManage ? [{ value: 'delete', label: t`Delete ${name}`, icon: icon(IconTrash) }] : []),
  ];
}
