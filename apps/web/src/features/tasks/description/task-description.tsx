import { RICH_LIMITS, type RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { isNothing, isSameDoc, writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { copyLink, copyText } from '#platform/actions/copy-text.ts';
import { reportOmittedImages } from '#platform/actions/report-omitted-images.ts';
import { useRefusals, useTeamStore } from '#platform/sync/index.ts';
import { forgetDraft, hasDraft, useDraft } from '#ui/inputs/drafts.ts';
import { useFormats } from '#ui/format/formats.ts';
import type { Leaving } from '#ui/rich/rich-editor.tsx';
import { RichView } from '#ui/rich/rich-view.tsx';
import { readIsCoarse } from '#ui/layout/use-device.ts';
import { DescriptionClash } from './description-clash.tsx';
import { findClash } from './description-refusals.ts';
import { DescriptionStandIn } from './description-stand-in.tsx';
import { docOf, docOfRefused, isKeepable, tickStep, tidy, writeDescription } from './description.data.ts';
import { SharedField } from '#features/tasks/fields/shared-field.tsx';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { fetchEditor, RichEditor } from './rich-editor.lazy.ts';
import { useMentionSources } from './use-mention-sources.tsx';
import { useRichNames } from './use-rich-names.ts';
import styles from './description.module.css';

interface Draft {
  doc: RichText;
  /** The version that the draft is based on. */
  base: string | null;
}

interface TaskDescriptionProps {
  task: SyncRows['task'];
  canEdit: boolean;
  links: TaskLinks;
}

/**
 * The formatted description of a task. It renders immediately and is edited inline. Edits are saved on blur, on unmount and when the page
 * is closed. They never silently overwrite concurrent changes.
 */
export function TaskDescription({ task, canEdit, links }: TaskDescriptionProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const refused = findClash(useRefusals(), task.id);
  const draftKey = `${task.id}/description`;
  const [draft, setDraft] = useDraft<Draft | null>(draftKey, null, true);
  // Resume editing after a reload.
  const [isEditing, setIsEditing] = useState(() => canEdit && hasDraft(draftKey));
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null);
  const [isLeftByKey, setIsLeftByKey] = useState(false);
  const now = useMemo(() => docOf(task), [task]);
  const doc = draft?.doc ?? now;
  const names = useRichNames(doc, links);
  const mentionSources = useMentionSources(task.id, task.projectId, isEditing);
  const version = task.descriptionVersion;
  const written = draft === null ? null : tidy(draft.doc);
  const isNew = written !== null && !isSameDoc(written, now);
  const isBehind = isNew && draft?.base !== version;
  const fits = written === null || isKeepable(written);
  const most = formats.number(RICH_LIMITS.text);

  function write(text: RichText, base: string | null): void {
    store.mutate(writeDescription(store, task.id, text, base));
  }

  /**
   * Sends the draft if it has changes.
   * @returns true if the draft is being sent or has no changes
   */
  function send(): boolean {
    if (written === null || draft === null || !isNew) return true;
    if (isBehind || !fits) return false;
    write(written, draft.base);
    return true;
  }

  function leave(how: Leaving): void {
    if (send()) setDraft(null);
    if (how === 'back') return;
    setIsLeftByKey(how === 'key');
    setIsEditing(false);
  }

  function start(at: { x: number; y: number } | null): void {
    setPoint(at);
    setIsEditing(true);
  }

  // Save on unmount: closing the panel or page while typing must not lose the input.
  const sendAtEnd = useEffectEvent(send);
  useEffect(() => {
    // Keep the draft because the page may be closed before the command is stored.
    const leavePage = () => void sendAtEnd();
    window.addEventListener('pagehide', leavePage);
    return () => {
      window.removeEventListener('pagehide', leavePage);
      if (sendAtEnd()) forgetDraft(draftKey);
    };
  }, [draftKey]);

  // Preload on touch devices: the on-screen keyboard opens only for an element that exists at touchend.
  useEffect(() => {
    if (canEdit && readIsCoarse()) fetchEditor();
  }, [canEdit]);

  const mine = refused === undefined ? written : docOfRefused(refused);
  if (mine !== null && (refused !== undefined || (isBehind && !isEditing))) {
    const settle = (): void => {
      setDraft(null);
      if (refused !== undefined) void store.dismissRefusal(refused.mutation.mutationId);
    };
    return (
      <DescriptionClash
        mine={mine}
        current={now}
        names={names}
        onKeepMine={() => {
          write(mine, version);
          settle();
        }}
        onTakeCurrent={() => {
          // Write the discarded text first so that it can be restored from the history.
          write(mine, version);
          write(now, store.row('task', task.id)?.descriptionVersion ?? null);
          settle();
        }}
        onCopyMine={() => void copyText(writeRichText(mine), t`Text copied`)}
      />
    );
  }

  const view = isNothing(doc) ? (
    <p className={styles.placeholder}>{canEdit ? t`Add a description…` : t`No description`}</p>
  ) : (
    <RichView
      doc={doc}
      names={names}
      {...(canEdit &&
        draft === null && {
          onTick: (path: readonly number[], isChecked: boolean) =>
            write(tickStep(now, path, isChecked), version),
        })}
    />
  );
  if (!canEdit) {
    return (
      <div role="group" aria-label={t`Description`} className={styles.field}>
        {view}
      </div>
    );
  }
  const standIn = (
    <DescriptionStandIn takesFocus={isLeftByKey} onNear={fetchEditor} onStart={start}>
      {view}
    </DescriptionStandIn>
  );
  return (
    <SharedField taskId={task.id} field="description">
      {isEditing ? (
        <div className={styles.field} data-editing>
          <RichEditor
            isWanted
            standIn={view}
            label={t`Description`}
            placeholder={t`Add a description…`}
            doc={doc}
            names={names}
            mentionSources={mentionSources}
            point={point}
            onChange={(typed) =>
              setDraft({ doc: typed, base: isNew && draft !== null ? draft.base : version })
            }
            onLeave={leave}
            onCopyLink={copyLink}
            onOmittedImages={reportOmittedImages}
          />
        </div>
      ) : (
        standIn
      )}
      {isEditing && isBehind && (
        <p className={styles.note} role="status">
          <Trans>Someone else has edited this. You’ll see both versions when you’re done.</Trans>
        </p>
      )}
      {!fits && (
        <p className={styles.trouble} role="alert">
          <Trans>
            Not saved: descriptions can have up to {most} characters, and lists can’t be nested too deep.
          </Trans>
        </p>
      )}
    </SharedField>
  );
}
