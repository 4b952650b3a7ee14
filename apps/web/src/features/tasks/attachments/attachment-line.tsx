import { ATTACHMENT } from '@hearth/contracts/attachments/attachment-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots, IconDownload, IconPencil, IconPhoto, IconTrash } from '@tabler/icons-react';
import { createElement, useState } from 'react';
import { usePeople } from '#features/members/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Timestamp } from '#ui/format/timestamp.tsx';
import { previewAddress, type Attachment } from './attachments.data.ts';
import { describeBytes, iconOfFile } from './file-display.ts';
import styles from './attachments.module.css';
import lineStyles from '#features/tasks/add-line/sub-tasks.module.css';

interface AttachmentLineProps {
  file: Attachment;
  canEdit: boolean;
  /** Whether the file is the cover of the task. */
  isCover: boolean;
  onCover: () => void;
  onOpen: () => void;
  onSave: () => void;
  onRename: (name: string) => void;
  onRemove: () => void;
}

/** A file attached to a task. Pressing it opens a preview, or downloads the file if it cannot be previewed. */
export function AttachmentLine({
  file,
  canEdit,
  isCover,
  onCover,
  onOpen,
  onSave,
  onRename,
  onRemove,
}: AttachmentLineProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const people = usePeople();
  const [isNaming, setIsNaming] = useState(false);
  const { name, bytes, createdAt, createdBy } = file;
  const size = describeBytes(bytes, formats.number);
  const author = people.find(({ id }) => id === createdBy)?.name ?? t`Former member`;

  return (
    <li className={lineStyles.line}>
      <FileMark file={file} />
      <span className={styles.words}>
        {isNaming ? (
          <NameField
            name={name}
            onDone={(typed) => {
              setIsNaming(false);
              if (typed !== null && typed !== name) onRename(typed);
            }}
          />
        ) : (
          <button
            type="button"
            className={styles.name}
            data-file-id={file.id}
            onClick={onOpen}
            onKeyDown={(event) => {
              if (!canEdit) return;
              const act = { Delete: onRemove, Backspace: onRemove, F2: () => setIsNaming(true) }[event.key];
              if (act === undefined) return;
              event.preventDefault();
              act();
            }}
          >
            {name}
          </button>
        )}
        <span className={styles.about}>
          {isCover && (
            <span>
              <Trans>Cover</Trans>
            </span>
          )}
          <span>{size}</span>
          <span className={styles.author}>{author}</span>
          <Timestamp at={createdAt} />
        </span>
      </span>
      <span className={lineStyles.acts}>
        <IconButton label={t`Download “${name}”`} size={28} onClick={onSave}>
          <IconDownload size={16} stroke={1.7} />
        </IconButton>
        {canEdit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <IconButton label={t`More for “${name}”`} size={28}>
                <IconDots size={16} stroke={1.7} />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconPencil size={15} stroke={1.7} />}
                onClick={() => setIsNaming(true)}
              >
                <Trans>Rename</Trans>
              </Menu.Item>
              {file.width !== null && (
                <Menu.Item leftSection={<IconPhoto size={15} stroke={1.7} />} onClick={onCover}>
                  {isCover ? <Trans>Remove cover</Trans> : <Trans>Use as cover</Trans>}
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconTrash size={15} stroke={1.7} />} onClick={onRemove}>
                <Trans>Remove</Trans>
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </span>
    </li>
  );
}

/** Thumbnail of the file. Falls back to a file type icon if there is no preview or it fails to load. */
function FileMark({ file }: { file: Attachment }) {
  const store = useTeamStore();
  const [isMissing, setIsMissing] = useState(false);
  return (
    <span className={styles.mark} aria-hidden="true">
      {file.width !== null && !isMissing ? (
        <img
          src={previewAddress(store, file, 'small')}
          alt=""
          loading="lazy"
          decoding="async"
          className={styles.thumbnail}
          onError={() => setIsMissing(true)}
        />
      ) : (
        createElement(iconOfFile(file), { size: 20, stroke: 1.5 })
      )}
    </span>
  );
}

function NameField({ name, onDone }: { name: string; onDone: (typed: string | null) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(name);
  const commit = () => onDone(typed.trim() === '' ? null : typed.trim());
  return (
    <input
      type="text"
      className={styles.field}
      autoComplete="off"
      maxLength={ATTACHMENT.name}
      aria-label={t`Rename “${name}”`}
      value={typed}
      ref={(field) => {
        // Keep the file extension out of the initial selection.
        if (field !== null && document.activeElement !== field) {
          field.focus();
          const at = name.lastIndexOf('.');
          field.setSelectionRange(0, at > 0 ? at : name.length);
        }
      }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={(event) => {
        // The menu that started renaming returns focus to its button. Move it to the field again.
        const isBack = event.relatedTarget?.getAttribute('aria-haspopup') === 'menu';
        if (isBack) event.currentTarget.focus();
        else commit();
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') commit();
        if (event.key !== 'Escape') return;
        // Escape discards the input. It does not close the surrounding panel.
        event.preventDefault();
        onDone(null);
      }}
    />
  );
}
