import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { CropDialog } from './crop-dialog.tsx';
import styles from './picture-field.module.css';

interface PictureFieldProps {
  /** The user or team that the image belongs to, for the buttons' accessible names. */
  label: string;
  /** The current image. */
  children: ReactNode;
  hasPicture: boolean;
  /** Media types that the server accepts. */
  types: readonly string[];
  /** Whether the crop is round. Users' images are round, and team images are not. */
  isRound?: boolean;
  onSave: (picture: Blob) => Promise<boolean>;
  onRemove: () => void;
}

/** A field to upload an image, crop it to a square, and remove it. */
export function PictureField(props: PictureFieldProps) {
  const { label, children, hasPicture, types, isRound = false, onSave, onRemove } = props;
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);

  return (
    <div className={styles.field}>
      {children}
      <input
        ref={input}
        type="file"
        accept={types.join(',')}
        className="hidden-text"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          setFile(event.currentTarget.files?.[0] ?? null);
          // Reset so that choosing the same file again fires a change event.
          event.currentTarget.value = '';
        }}
      />
      <Button variant="default" aria-label={t`Choose: ${label}`} onClick={() => input.current?.click()}>
        {hasPicture ? <Trans>Change</Trans> : <Trans>Choose</Trans>}
      </Button>
      {hasPicture && (
        <Button variant="subtle" aria-label={t`Remove: ${label}`} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      )}
      <CropDialog
        file={file}
        isRound={isRound}
        onClose={() => setFile(null)}
        onDone={async (picture) => {
          if (await onSave(picture)) setFile(null);
        }}
      />
    </div>
  );
}
