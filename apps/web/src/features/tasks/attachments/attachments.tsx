import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPaperclip } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore, type Ref } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { announce } from '#platform/client-state/announce.ts';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { useFormats } from '#ui/format/formats.ts';
import { lazyDialog } from '#ui/lazy/lazy-parts.tsx';
import { AttachmentLine } from './attachment-line.tsx';
import { attachmentsByTask, loadAttachments, renameAttachment } from './attachments.data.ts';
import { isShown } from './file-display.ts';
import { useIncomingFiles } from './incoming-files.ts';
import { ChooseCover } from './choose-cover.tsx';
import { setCoverAction } from './cover.actions.ts';
import { attachFiles } from '#features/tasks/model/tasks.actions.ts';
import { UploadLine } from './upload-line.tsx';
import { uploadsOf } from './uploads.ts';
import { useAttachmentActs } from './use-attachment-acts.ts';
import relationStyles from '#features/tasks/relations/relations.module.css';
import styles from './attachments.module.css';
import lineStyles from '#features/tasks/add-line/sub-tasks.module.css';

const AttachmentViewer = lazyDialog(async () => (await import('./attachment-viewer.tsx')).AttachmentViewer);

/** The attachments of a task. Files can be dropped anywhere on the task panel, pasted, or chosen in a dialog. */
export function Attachments({ task, canEdit }: { task: SyncRows['task']; canEdit: boolean }) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const files = useRows(attachmentsByTask(store), task.id);
  const all = uploadsOf(store);
  const uploads = useSyncExternalStore(all.subscribe, () => all.listOf(task.id));
  const section = useRef<HTMLElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const [shownId, setShownId] = useState<string | null>(null);
  useFilesOfOldTask(task);
  const { attach, save, setCover, toggleCover, remove } = useAttachmentActs(task, files, uploads.length);
  const choose = () => chooser.current?.click();
  useAction(attachFiles, choose, canEdit);
  const pictures = files.filter(({ width }) => width !== null);
  const [isChoosing, setIsChoosing] = useState(false);
  useAction(setCoverAction, () => setIsChoosing(true), canEdit && pictures.length > 0);
  const isOver = useIncomingFiles(section, {
    isEnabled: canEdit,
    nameFor() {
      const moment = formats.moment(Date.now(), { dateStyle: 'medium', timeStyle: 'medium' });
      return t`Pasted image, ${moment}`;
    },
    onFiles: attach,
  });

  /** Keeps focus in the list: moves it to the next file, or to the previous one after the last. */
  const focusNear = (index: number): void => {
    const next = files[index + 1] ?? files[index - 1];
    const line = next && section.current?.querySelector<HTMLElement>(`[data-file-id="${next.id}"]`);
    (line ?? adder.current)?.focus();
  };

  if (files.length === 0 && uploads.length === 0 && !canEdit) return null;
  const shown = files.filter(isShown);
  const count = formats.number(files.length);
  return (
    <section ref={section} className={lineStyles.section} aria-label={t`Attachments`}>
      {files.length + uploads.length > 0 && (
        <div className={lineStyles.head}>
          <h2 className={lineStyles.heading}>
            <Trans>Attachments</Trans>
          </h2>
          {files.length > 0 && <span className={lineStyles.count}>{count}</span>}
        </div>
      )}
      <ul className={lineStyles.lines}>
        {files.map((file, index) => (
          <AttachmentLine
            key={file.id}
            file={file}
            canEdit={canEdit}
            isCover={file.id === task.coverId}
            onCover={() => toggleCover(file)}
            onOpen={() => (isShown(file) ? setShownId(file.id) : void save(file))}
            onSave={() => void save(file)}
            onRename={(name) => {
              store.mutate(renameAttachment(store, file, name));
              announce(t`Renamed to ${name}`);
            }}
            onRemove={() => {
              remove(file);
              focusNear(index);
            }}
          />
        ))}
        {uploads.map((upload) => (
          <UploadLine
            key={upload.id}
            upload={upload}
            onCancel={() => {
              all.cancel(upload.id);
              adder.current?.focus();
            }}
            onRetry={() => all.retry(upload.id)}
          />
        ))}
      </ul>
      {canEdit && <AttachButton {...{ adder, chooser, attach }} onPress={choose} />}
      {isOver && (
        <div className={styles.drop} aria-hidden="true">
          <IconPaperclip size={22} stroke={1.6} />
          <Trans>Drop to attach</Trans>
        </div>
      )}
      {isChoosing && (
        <ChooseCover
          files={pictures}
          coverId={task.coverId}
          onPick={setCover}
          onClose={() => setIsChoosing(false)}
        />
      )}
      <AttachmentViewer
        files={shown}
        shownId={shownId}
        isOpen={shown.some(({ id }) => id === shownId)}
        coverId={task.coverId}
        onCover={canEdit ? toggleCover : undefined}
        onShow={setShownId}
        onSave={(file) => void save(file)}
        onClose={() => setShownId(null)}
      />
    </section>
  );
}

interface AttachButtonProps {
  adder: Ref<HTMLButtonElement>;
  chooser: Ref<HTMLInputElement>;
  attach: (files: readonly File[]) => void;
  onPress: () => void;
}

/** The button for attaching files, with the file input that it opens. */
function AttachButton({ adder, chooser, attach, onPress }: AttachButtonProps) {
  const { t } = useLingui();
  return (
    <>
      <button ref={adder} type="button" className={relationStyles.add} onClick={onPress}>
        <IconPaperclip size={15} stroke={1.8} aria-hidden="true" />
        <Trans>Attach files…</Trans>
      </button>
      <input
        ref={chooser}
        type="file"
        multiple
        className="hidden-text"
        tabIndex={-1}
        aria-label={t`Files to attach`}
        onChange={(event) => {
          attach([...(event.currentTarget.files ?? [])]);
          // Reset so that choosing the same file again fires a change event.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Loads the files of a closed task. Tasks that were closed long ago are synced without their files. */
function useFilesOfOldTask({ id, closedAt }: SyncRows['task']): void {
  const store = useTeamStore();
  const isLive = useSyncStatus() === 'live';
  const isClosed = closedAt !== null;
  useEffect(() => {
    // If the request fails, show the local files, as in offline mode.
    if (isLive && isClosed) void loadAttachments(store, id).catch(() => undefined);
  }, [store, id, isLive, isClosed]);
}
