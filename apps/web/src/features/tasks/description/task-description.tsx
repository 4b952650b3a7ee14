import { RICH_LIMITS } from '@hearth/contracts/rich-text/rich-text-values';
import { isNothing, writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { copyLink, copyText } from '#platform/actions/copy-text.ts';
import { reportOmittedImages } from '#platform/actions/report-omitted-images.ts';
import { useRefusals, useTeamStore } from '#platform/sync/index.ts';
import { hasDraft } from '#ui/inputs/drafts.ts';
import { useFormats } from '#ui/format/formats.ts';
import type { Leaving } from '#ui/rich/rich-editor.tsx';
import { RichView } from '#ui/rich/rich-view.tsx';
import { readIsCoarse } from '#ui/layout/use-device.ts';
import { DescriptionClash } from './description-clash.tsx';
import { findClash } from './description-refusals.ts';
import { DescriptionStandIn } from './description-stand-in.tsx';
import { docOfRefused, tickStep } from './description.data.ts';
import { SharedField } from '#features/tasks/fields/shared-field.tsx';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { fetchEditor, RichEditor } from './rich-editor.lazy.ts';
import { descriptionDraftKey, useDescriptionDraft } from './use-description-draft.ts';
import { useMentionSources } from './use-mention-sources.tsx';
import { useRichNames } from './use-rich-names.ts';
import styles from './description.module.css';

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
  const store = useTeamStore();
  const refused = findClash(useRefusals(), task.id);
  // Resume editing after a reload.
  const [isEditing, setIsEditing] = useState(() => canEdit && hasDraft(descriptionDraftKey(task.id)));
  const text = useDescriptionDraft(task);
  const { now, doc, written, isBehind, version } = text;
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null);
  const [isLeftByKey, setIsLeftByKey] = useState(false);
  const names = useRichNames(doc, links);
  const mentionSources = useMentionSources(task.id, task.projectId, isEditing);
  function leave(how: Leaving): void {
    if (text.send()) text.setDraft(null);
    if (how === 'back') return;
    setIsLeftByKey(how === 'key');
    setIsEditing(false);
  }

  function start(at: { x: number; y: number } | null): void {
    setPoint(at);
    setIsEditing(true);
  }

  // Preload on touch devices: the on-screen keyboard opens only for an element that exists at touchend.
  useEffect(() => {
    if (canEdit && readIsCoarse()) fetchEditor();
  }, [canEdit]);

  const mine = refused === undefined ? written : docOfRefused(refused);
  if (mine !== null && (refused !== undefined || (isBehind && !isEditing))) {
    const settle = (): void => {
      text.setDraft(null);
      if (refused !== undefined) void store.dismissRefusal(refused.mutation.mutationId);
    };
    return (
      <DescriptionClash
        mine={mine}
        current={now}
        names={names}
        onKeepMine={() => {
          text.write(mine, version);
          settle();
        }}
        onTakeCurrent={() => {
          // Write the discarded text first so that it can be restored from the history.
          text.write(mine, version);
          text.write(now, store.row('task', task.id)?.descriptionVersion ?? null);
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
        text.isUnedited && {
          onTick: (path: readonly number[], isChecked: boolean) =>
            text.write(tickStep(now, path, isChecked), version),
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
            onChange={text.type}
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
      {!text.fits && <TooLongNote />}
    </SharedField>
  );
}

function TooLongNote() {
  const formats = useFormats();
  const most = formats.number(RICH_LIMITS.text);
  return (
    <p className={styles.trouble} role="alert">
      <Trans>
        Not saved: descriptions can have up to {most} characters, and lists can’t be nested too deep.
      </Trans>
    </p>
  );
}
