import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { DOCUMENT_COVERS } from '@hearth/contracts/documents/document-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconMoodSmile, IconPhoto } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmojiPicker } from '#ui/emoji/emoji-picker.tsx';
import type { DocumentUploads } from '#features/documents/editor/blocks/uploads.ts';
import type { Document } from '#features/documents/model/document-tree.ts';
import { updateDocument } from '#features/documents/model/documents.data.ts';
import { COVER_LABELS } from './covers.ts';
import { OwnCover } from './own-cover.tsx';
import styles from './page.module.css';

/** Suggested icons. */
const ICONS: readonly string[] =
  '📄 📝 📌 📚 🗒️ 🗂️ 📅 📈 🧭 🎯 🚀 💡 🛠️ ⚙️ 🔒 🧪 🎨 🐛 💬 🤝 👋 🏠 💰 🧾 🍀 🔥 ⭐ ✅ ❓ ⚠️ 🌍 ☕'.split(
    ' ',
  );

/** The full-width cover, if the document has one. */
export function DocumentCover({ row, pictureOf }: { row: Document; pictureOf: (fileId: string) => string }) {
  const { cover } = row;
  if (cover === null) return null;
  const fileId = cover.startsWith('attachment:') ? cover.slice('attachment:'.length) : null;
  return (
    <div className={styles.cover} data-cover={fileId === null ? cover : undefined}>
      {fileId !== null && <img src={pictureOf(fileId)} alt="" crossOrigin="use-credentials" />}
    </div>
  );
}

interface DocumentAppearanceProps {
  row: Document;
  isReadOnly: boolean;
  uploads: DocumentUploads;
}

/** Icon and cover above the title, with their pickers. */
export function DocumentAppearance({ row, isReadOnly, uploads }: DocumentAppearanceProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const set = (fields: Partial<Pick<Document, 'icon' | 'cover'>>): void => {
    store.mutate(updateDocument(store, row.id, fields));
  };
  if (isReadOnly) {
    return row.icon === null ? null : (
      <div className={styles.look}>
        <span className={styles.icon}>{row.icon}</span>
      </div>
    );
  }
  return (
    <div className={styles.look} data-icon={row.icon !== null || undefined}>
      <Choice
        label={row.icon === null ? t`Add icon` : t`Change icon`}
        button={
          row.icon === null ? (
            <>
              <IconMoodSmile size={16} stroke={1.7} /> <Trans>Add icon</Trans>
            </>
          ) : (
            <span className={styles.icon}>{row.icon}</span>
          )
        }
        isBare={row.icon !== null}
      >
        {(close) => (
          <IconChoice
            icon={row.icon}
            onPick={(icon) => {
              set({ icon });
              close();
            }}
          />
        )}
      </Choice>
      <Choice
        label={row.cover === null ? t`Add cover` : t`Change cover`}
        button={
          <>
            <IconPhoto size={16} stroke={1.7} />{' '}
            {row.cover === null ? <Trans>Add cover</Trans> : <Trans>Change cover</Trans>}
          </>
        }
      >
        {(close) => (
          <div className={styles.covers}>
            {DOCUMENT_COVERS.map((name) => (
              <button
                key={name}
                type="button"
                className={styles.coverChoice}
                data-cover={name}
                aria-label={t(COVER_LABELS[name])}
                aria-pressed={row.cover === name}
                onClick={() => {
                  set({ cover: name });
                  close();
                }}
              />
            ))}
            <div className={styles.coverActs}>
              <OwnCover
                uploads={uploads}
                onSent={(fileId) => {
                  set({ cover: `attachment:${fileId}` });
                  close();
                }}
              />
              {row.cover !== null && (
                <Button
                  variant="subtle"
                  size="small"
                  onClick={() => {
                    set({ cover: null });
                    close();
                  }}
                >
                  <Trans>Remove cover</Trans>
                </Button>
              )}
            </div>
          </div>
        )}
      </Choice>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  button: ReactNode;
  /** Whether the current icon itself is the button. */
  isBare?: boolean;
  children: (close: () => void) => ReactNode;
}

function Choice({ label, button, isBare = false, children }: ChoiceProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className={isBare ? styles.bare : styles.add}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {button}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children(() => setIsOpen(false))}</Popover.Dropdown>
    </Popover>
  );
}

function IconChoice({ icon, onPick }: { icon: string | null; onPick: (icon: string | null) => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.icons}>
      <EmojiPicker
        common={ICONS}
        chosen={icon}
        labelOf={(emoji) => t`Use ${emoji} as the icon`}
        onPick={onPick}
      />
      {icon !== null && (
        <Button variant="subtle" size="small" onClick={() => onPick(null)}>
          <Trans>Remove icon</Trans>
        </Button>
      )}
    </div>
  );
}
