type Target = 'status' | 'user' | 'label' | 'taskType' | 'project' | 'milestone' | 'cycle';
/** `required` is an id, `optional` an id or null, `list` a set of ids. */
type Kind = 'required' | 'optional' | 'list';

function defineReference<Key extends string, To extends Target, K extends Kind>(key: Key, to: To, kind: K) {
  return { key, to, kind } as const;
}

/**
 * The fields of tasks that refer to other entities, by their names in views: the key in a task's row and the entity. Filters, groups, sort
 * orders, table texts and presets are derived from the definition. Parents are not included because they may be hidden from the reader.
 */
export const REFERENCE_FIELDS = {
  status: defineReference('statusId', 'status', 'required'),
  assignee: defineReference('assigneeIds', 'user', 'list'),
  watcher: defineReference('watcherIds', 'user', 'list'),
  label: defineReference('labelIds', 'label', 'list'),
  type: defineReference('typeId', 'taskType', 'optional'),
  project: defineReference('projectId', 'project', 'optional'),
  milestone: defineReference('milestoneId', 'milestone', 'optional'),
  cycle: defineReference('cycleId', 'cycle', 'optional'),
  reporter: defineReference('reporterId', 'user', 'optional'),
  creator: defineReference('createdBy', 'user', 'optional'),
} as const;

type Definitions = typeof REFERENCE_FIELDS;
export type ReferenceField = keyof Definitions;
export type ReferenceKey = Definitions[ReferenceField]['key'];
export type ReferenceTarget = Definitions[ReferenceField]['to'];
interface ValueOf {
  required: string;
  optional: string | null;
  list: readonly string[];
}
export type ReferenceValues = {
  [F in ReferenceField as Definitions[F]['key']]: ValueOf[Definitions[F]['kind']];
};
type EmptyReferences = {
  [
    F in ReferenceField as Definitions[F]['kind'] extends 'required' ? never : Definitions[F]['key']
  ]: Definitions[F]['kind'] extends 'list' ? string[] : null;
};

export function isReferenceField(name: string): name is ReferenceField {
  return Object.hasOwn(REFERENCE_FIELDS, name);
}

/** Returns the ids that a field of a task refers to. */
export function listReferences(task: ReferenceValues, field: ReferenceField): readonly string[] {
  const value = task[REFERENCE_FIELDS[field].key];
  return typeof value === 'string' ? [value] : (value ?? []);
}

/** Creates an object with an entry for the key of each field. */
export function mapReferences<T>(entryOf: (field: ReferenceField) => T): Record<ReferenceKey, T> {
  const fields = Object.keys(REFERENCE_FIELDS) as ReferenceField[];
  return Object.fromEntries(fields.map((field) => [REFERENCE_FIELDS[field].key, entryOf(field)])) as Record<
    ReferenceKey,
    T
  >;
}

/** Creates the values that refer to nothing, of all fields but the required ones. */
export function createEmptyReferences(): EmptyReferences {
  const { statusId: _required, ...empty } = mapReferences((field) =>
    REFERENCE_FIELDS[field].kind === 'list' ? [] : null,
  );
  return empty as EmptyReferences;
}
