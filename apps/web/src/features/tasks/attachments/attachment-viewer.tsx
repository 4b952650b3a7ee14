import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconPhoto,
  IconPhotoOff,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { fetchAttachment, previewAddress, type Attachment } from './attachments.data.ts';
import styles from './attachment-viewer.module.css';

interface AttachmentViewerProps {
  /** Files that can be previewed. */
  files: readonly Attachment[];
  shownId: string | null;
  isOpen: boolean;
  onShow: (id: string) => void;
  coverId: string | null;
  /** Sets or clears the cover. Undefined if the task is read-only. */
  onCover: ((file: Attachment) => void) | undefined;
  onSave: (file: Attachment) => void;
  onClose: () => void;
}

/** Full-window file viewer: arrow keys go to the next and previous file, Escape closes it. */
export function AttachmentViewer(props: AttachmentViewerProps) {
  const { files, shownId, isOpen, coverId, onShow, onCover, onSave, onClose } = props;
  const { t } = useLingui();
  const formats = useFormats();
  const at = files.findIndex(({ id }) => id === shownId);
  const file = files[at];
  const name = file?.name ?? '';
  const saver = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The focused control may disappear because it exists for images only. Move focus so that the viewer still receives keyboard input.
    if (shownId !== null && document.activeElement === document.body) saver.current?.focus();
  }, [shownId]);
  const [place, count] = [formats.number(at + 1), formats.number(files.length)];

  function go(step: 1 | -1): void {
    const next = files[at + step];
    if (next !== undefined) onShow(next.id);
  }

  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      fullScreen
      classNames={{ content: styles.viewer }}
      transitionProps={{ duration: 0 }}
      onKeyDown={(event) => {
        const step = document.documentElement.dir === 'rtl' ? -1 : 1;
        if (event.key === 'ArrowRight') go(step);
        if (event.key === 'ArrowLeft') go(step === 1 ? -1 : 1);
      }}
    >
      <Modal.Overlay backgroundOpacity={0} />
      <Modal.Content aria-label={name}>
        {file !== undefined && (
          <>
            <header className={styles.head}>
              <Modal.Title className={styles.name}>{name}</Modal.Title>
              {files.length > 1 && (
                <span className={styles.place} role="status">
                  <Trans>
                    {place} of {count}
                  </Trans>
                </span>
              )}
              <IconButton ref={saver} label={t`Download “${name}”`} size={34} onClick={() => onSave(file)}>
                <IconDownload size={18} stroke={1.7} />
              </IconButton>
              {onCover !== undefined && file.width !== null && (
                <IconButton
                  label={file.id === coverId ? t`Remove cover` : t`Use as cover`}
                  size={34}
                  onClick={() => onCover(file)}
                >
                  {file.id === coverId ? (
                    <IconPhotoOff size={18} stroke={1.7} />
                  ) : (
                    <IconPhoto size={18} stroke={1.7} />
                  )}
                </IconButton>
              )}
              <Modal.CloseButton aria-label={t`Close`} size={34} />
            </header>
            <div className={styles.stage}>
              {file.width === null ? (
                <TextOf key={file.id} file={file} />
              ) : (
                <Picture key={file.id} file={file} />
              )}
              {at > 0 && (
                <span className={styles.turn} data-to="before">
                  <IconButton label={t`Previous file`} shortcut="arrowleft" size={44} onClick={() => go(-1)}>
                    <IconChevronLeft size={24} stroke={1.7} />
                  </IconButton>
                </span>
              )}
              {at < files.length - 1 && (
                <span className={styles.turn} data-to="after">
                  <IconButton label={t`Next file`} shortcut="arrowright" size={44} onClick={() => go(1)}>
                    <IconChevronRight size={24} stroke={1.7} />
                  </IconButton>
                </span>
              )}
            </div>
          </>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

function Picture({ file }: { file: Attachment }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const [isMissing, setIsMissing] = useState(false);
  if (isMissing) {
    return (
      <p className={styles.note}>
        <Trans>Couldn’t load this image.</Trans>
      </p>
    );
  }
  const { name } = file;
  return (
    <img
      className={styles.picture}
      src={previewAddress(store, file, 'large')}
      alt={t`Image: ${name}`}
      width={file.width ?? undefined}
      height={file.height ?? undefined}
      onError={() => setIsMissing(true)}
    />
  );
}

/** Shows plain text without interpreting it as markup. */
function TextOf({ file }: { file: Attachment }) {
  const store = useTeamStore();
  const [text, setText] = useState<string>();
  const [error, setError] = useState<unknown>();
  const message = useErrorMessages(error);
  useEffect(() => {
    const reading = new AbortController();
    const { signal } = reading;
    const read = async (): Promise<void> =>
      setText(await (await fetchAttachment(store, file, signal)).text());
    read().catch((fault: unknown) => {
      if (!signal.aborted) setError(fault);
    });
    return () => reading.abort();
  }, [store, file]);
  if (message !== null) return <p className={styles.note}>{message}</p>;
  // Focusable so that long content can be scrolled by keyboard.
  return (
    <pre className={styles.text} tabIndex={0} aria-label={file.name}>
      {text}
    </pre>
  );
}
