import {
  idOfCustomField,
  valueNameOf,
  type CustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import type { SyncRows } from '@hearth/contracts/sync';
import type { TaskGroup, TeamField } from '#features/tasks/index.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { nameApart, type Person } from '#ui/format/person.ts';
import { exchange, NOTHING, TICKED } from './group-keys.ts';

interface CustomFieldGroupTexts {
  empty: string;
  nobody: string;
  ticked: string;
  unticked: string;
}

/** Returns the groups of a custom field. Returns a single group with all tasks if the field was deleted. */
export function listCustomFieldGroups(
  name: CustomFieldName,
  field: TeamField | undefined,
  people: readonly { person: Person; mayEnter: boolean }[],
  linked: readonly SyncRows['task'][],
  texts: readonly string[],
  labels: CustomFieldGroupTexts,
): TaskGroup[] {
  const valueName = valueNameOf(name);
  const nothing = (label: string): TaskGroup => ({
    key: NOTHING,
    name: label,
    icon: null,
    enter: () => ({ [valueName]: null }),
  });
  switch (field?.type) {
    case 'select':
    case 'multiSelect':
      return [
        ...field.options.map(({ id, name: label, color }) => ({
          key: id,
          name: label,
          icon: <ColorDot color={color} />,
          enter: (task: SyncRows['task'] | null, from: string | null) => ({
            [valueName]: field.type === 'select' ? id : exchange(listOffered(field, task, name), from, id),
          }),
        })),
        nothing(labels.empty),
      ];
    case 'relation':
      return [
        ...linked.map(({ id, key, title }) => ({
          key: id,
          name: `${key} ${title}`,
          icon: null,
          enter: (task: SyncRows['task'] | null, from: string | null) => ({
            [valueName]: exchange([task?.custom[idOfCustomField(name)] ?? []].flat().map(String), from, id),
          }),
        })),
        nothing(labels.empty),
      ];
    case 'formula': {
      // Formula results are computed, so tasks cannot be dragged into these groups.
      const keys = field.result === 'box' ? [TICKED] : texts;
      return [
        ...keys.map((key) => ({
          key,
          name: key === TICKED && field.result === 'box' ? labels.ticked : key,
          icon: null,
          enter: null,
        })),
        { ...nothing(field.result === 'box' ? labels.unticked : labels.empty), enter: null },
      ];
    }
    case 'person':
      return [
        ...people.map(({ person, mayEnter }) => ({
          key: person.id,
          name: nameApart(person),
          icon: <Avatar person={person} size={18} />,
          enter: mayEnter ? () => ({ [valueName]: person.id }) : null,
        })),
        nothing(labels.nobody),
      ];
    case 'checkbox':
      return [
        { key: TICKED, name: labels.ticked, icon: null, enter: () => ({ [valueName]: true }) },
        nothing(labels.unticked),
      ];
    default:
      return [{ ...nothing(labels.empty), enter: () => ({}) }];
  }
}

/** Returns the task's options that still exist. The server would reject any other option. */
function listOffered(
  { options }: TeamField,
  task: SyncRows['task'] | null,
  name: CustomFieldName,
): readonly string[] {
  const assigned = new Set([task?.custom[idOfCustomField(name)] ?? []].flat());
  return options.map(({ id }) => id).filter((id) => assigned.has(id));
}
