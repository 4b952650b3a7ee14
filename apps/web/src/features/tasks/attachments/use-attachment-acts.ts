import { ATTACHMENT } from '@hearth/contracts/attachments/attachment-values';
import { PLANS } from '@hearth/contracts/billing/plans';
import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { announce } from '#platform/client-state/announce.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { useHasPaidPlan } from '#platform/session/subscription.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { saveFile } from '#ui/files/save-file.ts';
import { useFormats } from '#ui/format/formats.ts';
import { updateTask } from '#features/tasks/model/tasks.data.ts';
import { fetchAttachment, removeAttachment, type Attachment } from './attachments.data.ts';
import { describeBytes } from './file-display.ts';
import { uploadsOf } from './uploads.ts';

/** Actions on the files of a task. */
export function useAttachmentActs(task: SyncRows['task'], files: readonly Attachment[], uploadCount: number) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const { fileBytes } = PLANS[useHasPaidPlan() ? 'pro' : 'free'];

  const attach = (chosen: readonly File[]): void => {
    const fit = chosen.filter(({ size }) => size > 0 && size <= fileBytes);
    const left = ATTACHMENT.perTask - files.length - uploadCount;
    if (fit.length > 0) uploadsOf(store).add(task.id, fit.slice(0, Math.max(0, left)));
    const room = formats.number(ATTACHMENT.perTask);
    const most = describeBytes(fileBytes, formats.number);
    const odd = formats.list(chosen.filter((file) => !fit.includes(file)).map(({ name }) => name));
    if (odd !== '') showError(t`Files must not be empty or larger than ${most}: ${odd}`);
    else if (fit.length > left) showError(t`A task can have up to ${room} files.`);
  };

  const save = async (file: Attachment): Promise<void> => {
    try {
      saveFile(file.name, await fetchAttachment(store, file));
    } catch (error) {
      showError(explainError(error));
    }
  };

  const setCover = (coverId: string | null): void => {
    if (coverId === task.coverId) return;
    store.mutate(updateTask(store, task.id, { coverId }));
    announce(coverId === null ? t`Cover removed` : t`Cover changed`);
  };
  const toggleCover = ({ id }: Attachment) => setCover(id === task.coverId ? null : id);

  const remove = (file: Attachment): void => {
    store.mutate(removeAttachment(store, file));
    showToast(t`File removed`, { action: { label: t`Undo`, run: () => void store.undo() } });
  };
  return { attach, save, setCover, toggleCover, remove };
}
