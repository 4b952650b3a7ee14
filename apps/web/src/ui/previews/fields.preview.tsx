import { useState } from 'react';
import { RadioList, Switch } from '#ui/inputs/choice.tsx';
import { DateField } from '#ui/dates/date-field.tsx';
import { EditableText } from '#ui/inputs/editable-text.tsx';
import type { Preview } from './preview.ts';
import { TextField } from '#ui/inputs/text-field.tsx';

interface TryTextProps {
  initial?: string;
  hint?: string;
  error?: string;
  placeholder?: string;
  rows?: number;
  maxLength?: number;
}

function TryText({ initial = '', ...rest }: TryTextProps) {
  const [value, setValue] = useState(initial);
  return <TextField label="Name" value={value} onChange={setValue} {...rest} />;
}

function TryDate({ initial, isDisabled }: { initial: string | null; isDisabled?: boolean }) {
  const [value, setValue] = useState(initial);
  return <DateField label="Due date" value={value} onChange={setValue} isDisabled={isDisabled} />;
}

function TryChecks({ isDisabled = false }: { isDisabled?: boolean }) {
  const [isOn, setIsOn] = useState(true);
  const shared = { isChecked: isOn, onChange: setIsOn, isDisabled };
  return (
    <>
      <Switch label="Everybody may invite" {...shared} />
      <Switch label="Mail me what I am named in" hint="At most one an hour." {...shared} />
    </>
  );
}

function TryRadios() {
  const [value, setValue] = useState('top');
  const options = [
    { value: 'top', label: 'Top' },
    { value: 'bottom', label: 'Bottom' },
  ];
  return <RadioList label="Place" options={options} value={value} onChange={setValue} />;
}

export const preview: Preview = {
  title: 'Fields',
  states: [
    { name: 'empty', show: () => <TryText placeholder="Website" hint="As everybody will see it." /> },
    { name: 'focus', force: 'focus', show: () => <TryText initial="Website" /> },
    { name: 'error', show: () => <TryText error="Enter a project name." /> },
    { name: 'long text', show: () => <TryText initial={'A very long name of a project '.repeat(4)} /> },
    { name: 'lines', show: () => <TryText rows={3} initial={'One line\nand another'} /> },
    { name: 'date', show: () => <TryDate initial="2031-11-20" /> },
    { name: 'date, none', show: () => <TryDate initial={null} /> },
    { name: 'date, late', show: () => <TryDate initial="2020-01-02" /> },
    { name: 'date, disabled', show: () => <TryDate initial="2031-11-20" isDisabled /> },
    {
      name: 'text in its place',
      show: () => (
        <EditableText
          label="Title"
          draftKey="preview"
          value="Draft the landing page"
          onCommit={() => undefined}
          isOneLine
        />
      ),
    },
    { name: 'on or off', show: () => <TryChecks /> },
    { name: 'on or off, disabled', show: () => <TryChecks isDisabled /> },
    { name: 'one of a few', show: () => <TryRadios /> },
  ],
};
