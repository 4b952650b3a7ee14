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
import { LIMITS } from '@hearth/contracts/core/limits';
import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode, type Ref } from 'react';
import { toggleFavourite } from '#features/favourites/index.ts';
import { announce } from '#platform/client-state/announce.ts';
import { copyText } from '#platform/actions/copy-text.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { truncateText } from '#platform/texts/truncate-text.ts';
import { useActor } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { Picker, type PickerOption } from '#ui/overlays/picker.tsx';
import { createView, deleteView, updateView, viewsByProject, type SavedView } from './saved-views.data.ts';
import { ViewDialog } from './view-dialog.tsx';
import { printSearch, type ViewScreen, type ViewSearch } from '#features/views/address/view-search.ts';

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
  const actor = useActor();
  const router = useRouter();
  const projectId = screen.kind === 'project' ? screen.projectId : null;
  const views = useRows(viewsByProject(store), projectId ?? '');
  const [dialog, setDialog] = useState<'new' | 'name' | null>(null);
  const icon = (Shown: typeof IconLock) => <Shown size={16} stroke={1.6} aria-hidden="true" />;
  const canChange = saved !== undefined && canChangeView(actor, saved);
  const canManage = saved !== undefined && canManageView(actor, saved);
  const work = { projectId, createdBy: store.userId };
  const canKeep = canSeeView(actor, { ...work, isPrivate: true, isLocked: false });
  const canShare = canShareView(actor, work);
  const isMine = saved?.createdBy === store.userId;
  const name = saved?.name ?? '';
  const isFavourite = useRow('favourite', saved?.id ?? '') !== undefined;

  function show(next: Record<string, string>): void {
    void router.navigate({
      to: '.',
      search: ({ task }: Record<string, unknown>) => ({ ...(task === undefined ? {} : { task }), ...next }),
      resetScroll: false,
    } as Parameters<typeof router.navigate>[0]);
  }

  function act(value: string): void {
    if (views.some(({ id }) => id === value)) {
      show({ view: value });
      return;
    }
    if (value === 'new' || value === 'name') {
      setDialog(value);
      return;
    }
    if (saved === undefined) return;
    const { id } = saved;
    switch (value) {
      case 'save':
        store.mutate(updateView(store, id, { text: printSearch(search) }));
        show({ view: id });
        announce(t`${name} saved`);
        return;
      case 'reset':
        show({ view: id });
        return;
      case 'leave':
        show({});
        return;
      case 'lock':
        store.mutate(updateView(store, id, { isLocked: !saved.isLocked }));
        return;
      case 'share':
        store.mutate(updateView(store, id, { isPrivate: !saved.isPrivate }));
        return;
      case 'copy': {
        const copyId = store.newId();
        const { color } = saved;
        const copied = truncateText(t`${name} (copy)`, LIMITS.viewName);
        const text = printSearch(search);
        store.mutate(
          createView(
            store,
            {
              projectId,
              name: copied,
              text,
              color,
              isPrivate: saved.isPrivate || !canShare,
              isLocked: false,
            },
            copyId,
          ),
        );
        show({ view: copyId });
        return;
      }
      case 'star':
        toggleFavourite(store, { id, kind: 'view', name });
        return;
      case 'link':
        void copyText(location.href, t`Link copied`);
        return;
      case 'delete':
        store.mutate(deleteView(store, id));
        show({});
        showToast(t`${name} deleted`, {
          action: { label: t`Undo`, run: () => void store.undo() },
        });
    }
  }

  const options: PickerOption[] = [
    ...views.map((view) => ({
      value: view.id,
      label: view.name,
      icon: <ColorDot color={view.color} />,
      ...(view.isPrivate ? { aside: t`Only you` } : view.isLocked ? { aside: t`Locked` } : {}),
    })),
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

  return (
    <>
      <Picker
        label={t`Saved views`}
        isSearchable
        showsValue={saved !== undefined}
        options={options}
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
          if (dialog === 'name' && saved !== undefined) {
            store.mutate(updateView(store, saved.id, { name: fields.name, color: fields.color }));
          } else {
            const id = store.newId();
            store.mutate(
              createView(store, { ...fields, projectId, text: printSearch(search), isLocked: false }, id),
            );
            show({ view: id });
          }
          setDialog(null);
        }}
      />
    </>
  );
}
