import styles from './date-field.module.css';

interface TimeFieldProps {
  label: string;
  /** For example `09:00`. */
  value: string;
  onChange: (value: string) => void;
}

/** A time of day, typed or picked with the browser's own clock. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <input
      type="time"
      className={styles.field}
      data-framed
      aria-label={label}
      value={value}
      required
      onChange={(event) => {
        if (event.currentTarget.value !== '') onChange(event.currentTarget.value.slice(0, 5));
      }}
    />
  );
}
