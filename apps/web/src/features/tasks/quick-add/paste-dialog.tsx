import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { QuickToken } from '@hearth/contracts/quick-parser/quick-types';
import { QuickChips } from './quick-chips.tsx';
import type { QuickTask } from './quick.data.ts';
import buttons from './new-task.module.css';
import styles from './quick.module.css';

interface PasteDialogProps {
  lines: readonly { task: QuickTask; tokens: readonly QuickToken[] }[];
  /** Number of further lines that exceed the limit. */
  more: number;
  onRevert: (at: number, token: QuickToken) => void;
  onAdd: () => void;
  /** Uses the whole text as a single title. Omitted if the text is not suitable as a title. */
  onJoin?: () => void;
  onClose: () => void;
}

/** Previews the tasks of a pasted list. Recognized tokens can be rejected. */
export function PasteDialog({ lines, more, onRevert, onAdd, onJoin, onClose }: PasteDialogProps) {
  const { t } = useLingui();
  const count = lines.length;
  const hasLong = lines.some(({ task }) => task.fields.description !== undefined);
  return (
    <Dialog
      title={t`${plural(count, { one: 'Create # task', other: 'Create # tasks' })}`}
      isOpen
      onClose={onClose}
    >
      <div className={styles.paste}>
        <ol className={styles.pasted} aria-label={t`Tasks`}>
          {lines.map(({ task, tokens }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines may repeat
            <li key={at}>
              <span dir="auto">{task.fields.title}</span>
              <QuickChips tokens={tokens} onRevert={(token) => onRevert(at, token)} />
            </li>
          ))}
        </ol>
        {more > 0 && (
          <p className={styles.pasteMore}>
            {t`${plural(more, { one: '# more line follows once these are created.', other: '# more lines follow once these are created.' })}`}
          </p>
        )}
        {hasLong && (
          <p className={styles.pasteMore}>
            <Trans>Lines too long for a title are kept whole in the description.</Trans>
          </p>
        )}
        <div className={buttons.buttons}>
          {onJoin !== undefined && (
            <Button variant="default" onClick={onJoin}>
              <Trans>As one task</Trans>
            </Button>
          )}
          <Button data-autofocus onClick={onAdd}>
            {t`${plural(count, { one: 'Create # task', other: 'Create # tasks' })}`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
