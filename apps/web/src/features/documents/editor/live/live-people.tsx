import type { Editor } from '@tiptap/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { Avatar } from '#ui/display/avatar.tsx';
import { pickPersonColor } from '#ui/format/person.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { useFormats } from '#ui/format/formats.ts';
import type { DocumentNames } from '#ui/rich/rich-names.ts';
import type { LiveDocument } from './live-document.ts';
import { useDocumentPeople, useFollowing } from './use-people.ts';
import styles from './live.module.css';

/** Maximum number of avatars. Further users are shown as a number. */
const MAX = 4;

interface LivePeopleProps {
  editor: Editor;
  live: LiveDocument;
  userId: string;
  names: DocumentNames;
}

/** Other users in the document. Pressing an avatar follows that user's caret. */
export function LivePeople({ editor, live, userId, names }: LivePeopleProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const people = useDocumentPeople(live.provider, userId);
  const [followed, setFollowed] = useState<number | null>(null);
  useFollowing(editor.view.dom, live.provider, followed, () => setFollowed(null));
  if (people.length === 0) return null;
  const all = people.map(({ id, client }) => ({ client, person: names.face(id) }));
  const rest = all.slice(MAX);
  const toggle = (client: number) => () => setFollowed(followed === client ? null : client);
  return (
    <span
      className={styles.people}
      role="group"
      aria-label={t`Also here: ${formats.list(all.map(({ person }) => person.name))}`}
    >
      {all.slice(0, MAX).map(({ client, person }) => {
        const { id, name } = person;
        const isFollowed = followed === client;
        return (
          <IconButton
            key={id}
            className={styles.face}
            label={isFollowed ? t`Stop following ${name}` : t`Follow ${name}`}
            aria-pressed={isFollowed}
            data-color={pickPersonColor(id)}
            onClick={toggle(client)}
          >
            <Avatar person={person} size={24} />
          </IconButton>
        );
      })}
      {rest.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton className={styles.face} label={formats.list(rest.map(({ person }) => person.name))}>
              <span className={styles.more}>{formats.number(rest.length, { signDisplay: 'always' })}</span>
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(({ client, person: { id, name } }) => (
              <Menu.Item
                key={id}
                leftSection={<IconEye size={16} stroke={1.7} aria-hidden="true" />}
                onClick={toggle(client)}
              >
                {followed === client ? <Trans>Stop following {name}</Trans> : <Trans>Follow {name}</Trans>}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
