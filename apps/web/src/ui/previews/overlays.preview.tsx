import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import type { Preview } from './preview.ts';
import { Refused } from '#ui/buttons/refused.tsx';

const NAMES = [
  'Website',
  'Launch',
  'Garden',
  'A project with a very long name that does not fit',
  'Books',
  'Office',
];
const MANY = [...NAMES, 'Kitchen', 'Hiring', 'Autumn fair', 'Newsletter'];

function TryMenu() {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default">Open menu</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Project</Menu.Label>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />} shortcut="e">
          Edit project
        </Menu.Item>
        <Menu.Item disabled>Not now</Menu.Item>
        <Menu.Divider />
        <Menu.Item data-danger leftSection={<IconTrash size={16} stroke={1.7} />}>
          Delete project
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function TryPicker({ names, isDisabled }: { names: readonly string[]; isDisabled?: boolean }) {
  const [picked, setPicked] = useState(names[0] ?? '');
  return (
    <Picker
      label="Project"
      options={names.map((name) => ({ value: name, label: name }))}
      selected={[picked]}
      onPick={setPicked}
      isDisabled={isDisabled}
    >
      {picked}
    </Picker>
  );
}

function TryDialog({ typeToConfirm }: { typeToConfirm?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Open dialog
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Delete this team?"
        action="Delete team"
        typeToConfirm={typeToConfirm}
        onConfirm={close}
        onClose={close}
      >
        Its projects and tasks go with it.
      </ConfirmDialog>
    </>
  );
}

function TryRefused() {
  return (
    <Refused why="Only owners can delete the team. Ask Ada Moss.">
      <IconButton label="Delete team">
        <IconTrash size={17} stroke={1.7} />
      </IconButton>
    </Refused>
  );
}

export const preview: Preview = {
  title: 'Menus, pickers and dialogs',
  states: [
    { name: 'menu', show: () => <TryMenu /> },
    { name: 'picker', show: () => <TryPicker names={NAMES} /> },
    { name: 'picker with search', show: () => <TryPicker names={MANY} /> },
    { name: 'picker, disabled', show: () => <TryPicker names={NAMES} isDisabled /> },
    { name: 'button that is refused', show: () => <TryRefused /> },
    { name: 'dialog', show: () => <TryDialog /> },
    { name: 'dialog that asks for a word', show: () => <TryDialog typeToConfirm="Studio" /> },
  ],
};
