import type { Annotation } from '@hearth/contracts/analytics/analytics';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import type { Scope } from './figures/period.ts';
import { call } from '#platform/api/api-client.ts';
import type { Requested } from '#platform/api/use-request.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { useTeamToday } from './figures/use-team-today.ts';
import { DateField } from '#ui/dates/date-field.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './analytics.module.css';

interface NotesProps {
  isOpen: boolean;
  onClose: () => void;
  scope: Scope;
  notes: Requested<Annotation[]>;
}

/** Lists the notes shown in the charts. Members who may annotate can add and delete notes. */
export function NotesDialog({ isOpen, onClose, scope, notes }: NotesProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const mayNote = useMay()('analytics.annotate');
  const errorMessage = useErrorMessages(notes.error);
  const { teamId } = scope;

  async function remove({ id }: Annotation): Promise<void> {
    try {
      const params = { teamId, annotationId: id };
      await trackLoading(call('DELETE /teams/{teamId}/analytics/annotations/{annotationId}', { params }));
      notes.changeData((now) => now.filter((note) => note.id !== id));
    } catch (error) {
      showError(explainError(error));
    }
  }

  return (
    <Dialog title={t`Notes in the charts`} isOpen={isOpen} onClose={onClose}>
      <div className={styles.dialog}>
        {mayNote && (
          <NoteForm
            scope={scope}
            onCreated={(note) =>
              notes.setData([...(notes.data ?? []), note].toSorted((a, b) => (a.day < b.day ? -1 : 1)))
            }
          />
        )}
        {errorMessage !== null && <p role="alert">{errorMessage}</p>}
        {notes.data === undefined && errorMessage === null && <SkeletonRows count={2} />}
        {notes.data?.length === 0 && (
          <p className={styles.quiet}>
            <Trans>
              No notes on these days yet. A release, a holiday or a move explains a bend in a chart.
            </Trans>
          </p>
        )}
        <ul className={styles.lines}>
          {notes.data?.map((note) => (
            <li key={note.id}>
              <span>
                <strong>{note.text}</strong>
                <small>{formats.calendarDay(note.day)}</small>
              </span>
              {mayNote && (
                <IconButton label={t`Delete “${note.text}”`} onClick={() => void remove(note)}>
                  <IconTrash size={16} stroke={1.7} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

const LENGTH = 140;

function NoteForm({
  scope: { teamId, projectId },
  onCreated,
}: {
  scope: Scope;
  onCreated: (note: Annotation) => void;
}) {
  const { t } = useLingui();
  const today = useTeamToday();
  const [day, setDay] = useState(today);
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (text.trim() === '') return;
    setIsBusy(true);
    try {
      const body = { day, text: text.trim(), projectId: projectId ?? null };
      const response = await trackLoading(
        call('POST /teams/{teamId}/analytics/annotations', { params: { teamId }, body }),
      );
      onCreated(response.annotation);
      setText('');
      showToast(t`Note added`);
    } catch (error) {
      showError(explainError(error));
    }
    setIsBusy(false);
  }

  return (
    <form className={styles.form} onSubmit={(event) => void add(event)}>
      <TextField label={t`What happened`} value={text} onChange={setText} maxLength={LENGTH} autoFocus />
      <div className={styles.formFoot}>
        <DateField
          label={t`Day`}
          isClosed
          isNeeded
          isFramed
          value={day}
          onChange={(next) => setDay(next ?? today)}
        />
        <Button type="submit" isBusy={isBusy} disabled={text.trim() === ''}>
          <Trans>Add note</Trans>
        </Button>
      </div>
    </form>
  );
}
