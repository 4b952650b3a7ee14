import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import styles from './work-settings.module.css';

interface AddRowProps {
  label: string;
  action: string;
  maxLength: number;
  onAdd: (name: string) => void;
}

/** A name field with an add button, at the end of a list. */
export function AddRow({ label, action, maxLength, onAdd }: AddRowProps) {
  const [name, setName] = useState('');
  const typed = name.trim().replaceAll(/\s+/g, ' ');
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === '') return;
        onAdd(typed);
        setName('');
      }}
    >
      <input
        className={styles.field}
        type="text"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={typed === ''}>
        {action}
      </Button>
    </form>
  );
}
