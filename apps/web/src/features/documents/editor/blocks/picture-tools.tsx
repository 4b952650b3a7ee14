import { useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { useState, type RefObject } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import type { BlockProps } from './block-portals.ts';
import styles from './blocks.module.css';

const MIN = 10;
const STEP = 5;
const MAX_ALT = 500;

interface PictureToolsProps extends BlockProps {
  percent: number;
  frame: RefObject<HTMLDivElement | null>;
  /** Called with the width during a drag. Null restores the width in the document. */
  onWidth: (percent: number | null) => void;
}

/** Alternative text and width of an image. */
export function PictureTools({ node, editor, percent, frame, setAttrs, remove, onWidth }: PictureToolsProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const savedAlt = typeof node.attrs['alt'] === 'string' ? node.attrs['alt'] : '';
  const [alt, setAlt] = useState(savedAlt);
  const [dragged, setDragged] = useState<number | null>(null);

  function setWidth(next: number): void {
    const width = Math.round(Math.max(MIN, Math.min(100, next)));
    onWidth(null);
    setAttrs({ width: width === 100 ? null : width });
  }

  function drag(event: React.PointerEvent): number | null {
    const { current: element } = frame;
    const whole = element?.parentElement?.getBoundingClientRect();
    if (element === null || whole === undefined) return null;
    const isRtl = document.documentElement.dir === 'rtl';
    const wide = isRtl ? whole.right - event.clientX : event.clientX - whole.left;
    return Math.max(MIN, Math.min(100, (wide / whole.width) * 100));
  }

  return (
    <>
      <span
        role="slider"
        tabIndex={0}
        aria-label={t`Image width`}
        aria-valuemin={MIN}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={formats.number(percent / 100, { style: 'percent' })}
        className={styles.widthHandle}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(percent);
        }}
        onPointerMove={(event) => {
          if (dragged === null) return;
          const next = drag(event);
          if (next === null) return;
          setDragged(next);
          onWidth(next);
        }}
        onPointerUp={() => {
          if (dragged !== null) setWidth(dragged);
          setDragged(null);
        }}
        onPointerCancel={() => {
          onWidth(null);
          setDragged(null);
        }}
        onKeyDown={(event) => {
          const isRtl = document.documentElement.dir === 'rtl';
          const step = { ArrowLeft: isRtl ? STEP : -STEP, ArrowRight: isRtl ? -STEP : STEP }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          setWidth(percent + step);
        }}
      />
      <span className={styles.pictureTools} role="group" aria-label={t`Picture`}>
        <input
          className={styles.alt}
          aria-label={t`Description for people who can’t see it`}
          placeholder={t`Describe the image`}
          maxLength={MAX_ALT}
          value={alt}
          onChange={(event) => setAlt(event.currentTarget.value)}
          onBlur={() => {
            if (alt !== savedAlt) setAttrs({ alt });
          }}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            event.preventDefault();
            if (alt !== savedAlt) setAttrs({ alt });
            editor.commands.focus();
          }}
        />
        <IconButton label={t`Remove the picture`} onClick={remove}>
          <IconTrash size={16} stroke={1.7} />
        </IconButton>
      </span>
    </>
  );
}
