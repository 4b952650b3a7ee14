import { COLORS, type Color } from '@hearth/contracts/core/colors';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ColorDot } from '#ui/display/color-dot.tsx';
import styles from '#features/projects/model/projects.module.css';

export const COLOR_LABELS: Record<Color, MessageDescriptor> = {
  gray: msg`Grey`,
  ember: msg`Ember`,
  amber: msg`Amber`,
  lime: msg`Lime`,
  green: msg`Green`,
  teal: msg`Teal`,
  sky: msg`Sky blue`,
  indigo: msg`Indigo`,
  violet: msg`Violet`,
  pink: msg`Pink`,
};

/** The colors of the palette as radio buttons, so that the arrow keys work as well. */
export function ColorPicker({ value, onChange }: { value: Color; onChange: (color: Color) => void }) {
  const { t } = useLingui();
  return (
    <fieldset className={styles.colors}>
      <legend className={styles.legend}>
        <Trans>Colour</Trans>
      </legend>
      {COLORS.map((color) => (
        <label key={color} className={styles.color}>
          <input
            type="radio"
            name="color"
            className="hidden-text"
            aria-label={t(COLOR_LABELS[color])}
            checked={color === value}
            onChange={() => onChange(color)}
          />
          <ColorDot color={color} size={18} />
        </label>
      ))}
    </fieldset>
  );
}
