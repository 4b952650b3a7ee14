import { RICH_LIMITS, type RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { copyLink } from '#platform/actions/copy-text.ts';
import { reportOmittedImages } from '#platform/actions/report-omitted-images.ts';
import { isNothing } from '@hearth/contracts/rich-text/plain-text-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { RichView } from '#ui/rich/rich-view.tsx';
import { DescriptionStandIn } from '#features/tasks/description/description-stand-in.tsx';
import { fetchEditor, RichEditor } from '#features/tasks/description/rich-editor.lazy.ts';
import { useMentionSources } from '#features/tasks/description/use-mention-sources.tsx';
import { useRichNames } from '#features/tasks/description/use-rich-names.ts';
import styles from '#features/tasks/description/description.module.css';

interface NewTaskDescriptionProps {
  doc: RichText;
  projectId: string | null;
  /** Whether the description exceeds the length or depth limit. */
  isTooMuch: boolean;
  onChange: (doc: RichText) => void;
}

/** Edits the description of a new task with the same editor as for existing tasks. */
export function NewTaskDescription({ doc, projectId, isTooMuch, onChange }: NewTaskDescriptionProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const [isEditing, setIsEditing] = useState(false);
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null);
  const [isLeftByKey, setIsLeftByKey] = useState(false);
  const names = useRichNames(doc, null);
  const mentionSources = useMentionSources('', projectId, isEditing);
  const most = formats.number(RICH_LIMITS.text);
  // Preload the editor because keyboard users may move to it and type immediately.
  useEffect(fetchEditor, []);

  const view = isNothing(doc) ? (
    <p className={styles.placeholder}>{t`Add a description…`}</p>
  ) : (
    <RichView doc={doc} names={names} />
  );
  return (
    <div>
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
            onChange={onChange}
            onLeave={(how) => {
              if (how === 'back') return;
              setIsLeftByKey(how === 'key');
              setIsEditing(false);
            }}
            onCopyLink={copyLink}
            onOmittedImages={reportOmittedImages}
          />
        </div>
      ) : (
        <DescriptionStandIn
          takesFocus={isLeftByKey}
          onNear={fetchEditor}
          onStart={(at) => {
            setPoint(at);
            setIsEditing(true);
          }}
        >
          {view}
        </DescriptionStandIn>
      )}
      {isTooMuch && (
        <p className={styles.trouble} role="alert">
          <Trans>
            Not saved: descriptions can have up to {most} characters, and lists can’t be nested too deep.
          </Trans>
        </p>
      )}
    </div>
  );
}
