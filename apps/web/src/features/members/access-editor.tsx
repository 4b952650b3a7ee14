import { GRANT_LEVELS, isCollaborator, type GrantLevel } from '@hearth/contracts/permissions/permissions';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconUserPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { refreshSubscription } from '#platform/session/subscription.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { Switch } from '#ui/inputs/choice.tsx';
import { nameApart, type Person } from '#ui/format/person.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import styles from './access-editor.module.css';
import { toPersonOption, usePeople } from './people.tsx';
import { LEVEL_LABELS } from './role-labels.ts';
import { useSeats } from './seats.tsx';
import { useActivity } from './use-activity.ts';

type Member = SyncRows['member'];

/** Value of the option that revokes access. */
const NO_RIGHT = 'none';

/** A user who can open the project or document. */
interface PersonAccess {
  person: Member;
  level: GrantLevel;
  /** Whether the user has a grant of their own. Only such grants can be removed. */
  hasGrant: boolean;
  /** Whether the viewer can change the level. */
  isChangeable: boolean;
  /** The reason for the access. */
  reason: ReactNode;
}

interface AccessEditorProps {
  /** Whether the grants are still being fetched. */
  isLoading: boolean;
  isPrivate: boolean;
  /** Explains who has access. */
  privacyHint: string;
  mayRestrict: boolean;
  mayGrant: boolean;
  /** Explains why access cannot be changed. */
  whyNot: ReactNode;
  people: readonly PersonAccess[];
  /** Members who can be added. */
  others: readonly Member[];
  onPrivate: (isPrivate: boolean) => Promise<unknown>;
  /** Grants a level to a user. Null revokes the user's grant. */
  onLevel: (userId: string, level: GrantLevel | null) => Promise<unknown>;
  /** Called after each change, whether it succeeded or not. */
  onChanged: () => void;
  children?: ReactNode;
}

/** The users who can open a project or document, with their access level and its reason. Managers can change the levels. */
export function AccessEditor(props: AccessEditorProps) {
  const { isPrivate, privacyHint, mayRestrict, mayGrant, whyNot, people, others, children } = props;
  const { t } = useLingui();
  const everybody = usePeople();
  const addable = new Set(others.map(({ userId }) => userId));
  const { activity, reload: reloadActivity } = useActivity();
  const isFull = useSeats()?.isFull === true;
  const [optimisticPrivate, setOptimisticPrivate] = useState<boolean | null>(null);

  async function change(work: Promise<unknown>): Promise<void> {
    try {
      await trackLoading(work);
    } catch (error) {
      showError(explainError(error));
    }
    props.onChanged();
    // A guest with edit access occupies a seat. Revoking the access releases it, so refetch the seats.
    reloadActivity();
    void refreshSubscription();
  }
  const setLevel = (userId: string, level: string): void =>
    void change(props.onLevel(userId, level === NO_RIGHT ? null : (level as GrantLevel)));
  const setPrivate = (isRequested: boolean): void => {
    // Only the privacy setting is optimistic. The server determines who gains and loses access.
    setOptimisticPrivate(isRequested);
    const changed = props.onPrivate(isRequested);
    changed.catch(() => setOptimisticPrivate(null));
    void change(changed);
  };

  if (props.isLoading) return <SkeletonRows />;
  return (
    <div className={styles.access}>
      <Switch
        label={t`Private`}
        hint={privacyHint}
        isChecked={optimisticPrivate ?? isPrivate}
        isDisabled={!mayRestrict}
        onChange={setPrivate}
      />
      {!mayGrant && <p className={styles.why}>{whyNot}</p>}
      {mayGrant && others.length > 0 && (
        <Picker
          label={t`Add someone`}
          options={everybody.filter(({ id }) => addable.has(id)).map(toPersonOption)}
          selected={[]}
          isFramed
          onPick={(userId) => setLevel(userId, 'view')}
        >
          <IconUserPlus size={16} stroke={1.7} /> <Trans>Add someone</Trans>
        </Picker>
      )}
      <ul className={styles.people} aria-label={t`People with access`}>
        {people.map((access) => (
          <AccessRow
            key={access.person.userId}
            access={access}
            named={everybody.find(({ id }) => id === access.person.userId) ?? access.person}
            mayGrant={mayGrant}
            lacksSeat={isFull && activity?.get(access.person.userId)?.hasSeat === false}
            onPick={setLevel}
          />
        ))}
      </ul>
      {children}
    </div>
  );
}

interface AccessRowProps {
  access: PersonAccess;
  /** The person's name, with what distinguishes them from others of the same name. */
  named: Pick<Person, 'name' | 'namesakeHint'>;
  mayGrant: boolean;
  /** Whether edit access would require a seat while none is free. */
  lacksSeat: boolean;
  onPick: (userId: string, level: string) => void;
}

function AccessRow({ access, named, mayGrant, lacksSeat, onPick }: AccessRowProps) {
  const { t } = useLingui();
  const { person, level, hasGrant, isChangeable, reason } = access;
  const levelLabel = t(LEVEL_LABELS[level]);
  const levels = GRANT_LEVELS.map((value) => {
    const option = { value, label: t(LEVEL_LABELS[value]) };
    const takesSeat = isCollaborator(person.teamRole, [value]);
    return lacksSeat && takesSeat ? { ...option, isDisabled: true, hint: t`No seats left` } : option;
  });
  const options = hasGrant ? [...levels, { value: NO_RIGHT, label: t`Remove` }] : levels;
  return (
    <li className={styles.row}>
      <Avatar person={{ id: person.userId, name: person.name, image: person.image }} size={30} />
      <span className={styles.who}>
        <span className={styles.name}>{nameApart(named)}</span>
        <span className={styles.reason}>{reason}</span>
      </span>
      {mayGrant && isChangeable ? (
        <Picker
          label={t`Access level for ${nameApart(named)}`}
          options={options}
          selected={[level]}
          onPick={(value) => onPick(person.userId, value)}
        >
          {levelLabel} <IconChevronDown size={14} stroke={1.7} />
        </Picker>
      ) : (
        <span className={styles.level}>{levelLabel}</span>
      )}
    </li>
  );
}
