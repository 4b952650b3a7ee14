import { Trans, useLingui } from '@lingui/react/macro';
import { useMediaQuery } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { following } from '#platform/client-state/follow-mode.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { viewState } from '#platform/permissions/view-as.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import type { FacesProps } from './presence-avatars.tsx';
import styles from './presence-faces.module.css';

/** Up to this many members are shown as avatars. With more members, a number replaces the last avatar. */
const MAX_FACES = 5;
/** In narrower windows, the view tabs need the space, so the avatars collapse behind the first. */
const HAS_ROOM = '(min-width: 100rem)';

/** Avatars of the members present. Each is a button. Avatars beyond the first few are collapsed into a number. */
export function PresenceFaces({ people, label }: FacesProps) {
  const formats = useFormats();
  const hasRoom = useMediaQuery(HAS_ROOM, undefined, { getInitialValueInEffect: false });
  const most = hasRoom ? MAX_FACES : 1;
  const shown = people.slice(0, people.length <= most ? most : hasRoom ? most - 1 : 0);
  const rest = people.slice(shown.length);
  return (
    <span className={styles.faces} role="group" aria-label={label}>
      {shown.map((person) => (
        <OneFace key={person.id} person={person} />
      ))}
      {rest.length > 0 && (
        <Face
          people={rest}
          label={formats.list(rest.map(({ name }) => name))}
          isTogether={shown.length === 0}
        />
      )}
    </span>
  );
}

function OneFace({ person }: { person: FacesProps['people'][number] }) {
  const { t } = useLingui();
  const { name, isFollower } = person;
  return <Face people={[person]} label={isFollower ? t`${name} follows you` : name} />;
}

interface FaceProps {
  people: FacesProps['people'];
  label: string;
  /** Whether the avatar is the first of a collapsed group and represents all of it. */
  isTogether?: boolean;
}

function Face({ people, label, isTogether = false }: FaceProps) {
  const formats = useFormats();
  const [first] = people;
  const isOne = people.length === 1 && first !== undefined;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton className={styles.face} label={label}>
          {isOne || (isTogether && first !== undefined) ? (
            <Avatar person={first} size={24} />
          ) : (
            <span
              className={styles.more}
              data-count={formats.number(people.length, { signDisplay: 'always' })}
            />
          )}
          {isTogether && <span className={styles.count} data-count={formats.number(people.length)} />}
          {people.some(({ isFollower }) => isFollower) && (
            <span className={styles.eye}>
              <IconEye size={10} stroke={2.4} aria-hidden="true" />
            </span>
          )}
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {people.map((person) => (
          <FollowItem key={person.id} person={person} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function FollowItem({ person: { id, name, isFollower } }: { person: FacesProps['people'][number] }) {
  const isFollowed = useSelected(following, ({ userId }) => userId === id);
  const isViewed = useSelected(viewState, ({ view }) => view !== null);
  const isPast = useTeamStore().at !== null;
  // Mutual following is not possible because it would be a cycle.
  if (isFollower || isViewed || isPast)
    return <Menu.Label>{isFollower ? <Trans>{name} follows you</Trans> : name}</Menu.Label>;
  return (
    <Menu.Item
      leftSection={<IconEye size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => following.set({ userId: isFollowed ? null : id })}
    >
      {isFollowed ? <Trans>Stop following {name}</Trans> : <Trans>Follow {name}</Trans>}
    </Menu.Item>
  );
}
