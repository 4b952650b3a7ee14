import { COLORS, type Color } from '@hearth/contracts/colors';
import { ColorDot } from '#ui/color-dot.tsx';
import styles from './projects.module.css';

/** One of the palette's colours, by pointer or arrow keys. */
export function ColorPicker({ value, onChange }: { value: Color; onChange: (color: Color) => void }) {
  return (
    <fieldset className={styles.colors}>
      <legend className={styles.legend}>Colour</legend>
      {COLORS.map((color) => (
        <label key={color} className={styles.color}>
          <input
            type="radio"
            name="color"
            className="hidden-text"
            aria-label={color}
            checked={color === value}
            onChange={() => onChange(color)}
          />
          <ColorDot color={color} size={18} />
        </label>
      ))}
    </fieldset>
  );
}
