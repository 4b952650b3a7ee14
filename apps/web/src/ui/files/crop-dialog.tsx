import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { cutSquare, fitCrop, moveCrop, START_CROP, type Crop, type Size } from './crop.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './picture-field.module.css';

interface CropDialogProps {
  /** Null while the dialog is closed. */
  file: File | null;
  isRound: boolean;
  onDone: (picture: Blob) => Promise<void>;
  onClose: () => void;
}

/** Lets the user choose the visible part of an image. */
export function CropDialog({ file, onClose, ...rest }: CropDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Choose the part to show`} isOpen={file !== null} onClose={onClose}>
      {file !== null && <Cropper file={file} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

/** Side length of the crop window, in CSS pixels. */
const VIEW = 280;
/** How far an arrow key moves the image, as a fraction of the crop window. */
const STEP = 0.04;

function Cropper({ file, isRound, onDone, onClose }: CropDialogProps & { file: File }) {
  const { t } = useLingui();
  const [picture, setPicture] = useState<{ image: HTMLImageElement; size: Size } | 'broken' | null>(null);
  const [crop, setCrop] = useState<Crop>(START_CROP);
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.addEventListener('load', () =>
      setPicture({ image, size: { width: image.naturalWidth, height: image.naturalHeight } }),
    );
    image.addEventListener('error', () => setPicture('broken'));
    image.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);

  if (picture === 'broken') {
    return (
      <p role="alert" className={styles.note}>
        <Trans>Couldn’t read this picture. Choose a PNG, JPEG or WebP file.</Trans>
      </p>
    );
  }
  const size = picture?.size ?? { width: 1, height: 1 };
  const shown = fitCrop(crop, size, VIEW);
  const move = (x: number, y: number) => setCrop((now) => moveCrop(now, size, { x, y }));

  async function save(): Promise<void> {
    if (picture === null || picture === 'broken') return;
    setIsBusy(true);
    await onDone(await cutSquare(picture.image, crop));
    setIsBusy(false);
  }

  const arrows: Record<string, [number, number]> = {
    ArrowLeft: [STEP, 0],
    ArrowRight: [-STEP, 0],
    ArrowUp: [0, STEP],
    ArrowDown: [0, -STEP],
  };
  return (
    <form
      className={styles.cropper}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div
        className={styles.view}
        data-round={isRound || undefined}
        role="group"
        aria-label={t`The picture: drag it, or move it with the arrow keys`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the picture
        tabIndex={0}
        onKeyDown={(event) => {
          const by = arrows[event.key];
          if (by === undefined) return;
          event.preventDefault();
          move(...by);
        }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId))
            move(event.movementX / VIEW, event.movementY / VIEW);
        }}
      >
        {picture !== null && (
          <img
            src={picture.image.src}
            alt=""
            draggable={false}
            className={styles.whole}
            style={{
              inlineSize: shown.width,
              blockSize: shown.height,
              transform: `translate(${shown.x}px, ${shown.y}px)`,
            }}
          />
        )}
      </div>
      <label className={styles.zoom}>
        <span>
          <Trans>Size</Trans>
        </span>
        <input
          type="range"
          min={1}
          max={4}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => {
            const zoom = Number(event.currentTarget.value);
            setCrop((now) => moveCrop({ ...now, zoom }, size, { x: 0, y: 0 }));
          }}
        />
      </label>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" isBusy={isBusy} disabled={picture === null} data-autofocus>
          <Trans>Use this picture</Trans>
        </Button>
      </div>
    </form>
  );
}
