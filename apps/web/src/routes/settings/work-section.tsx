import {
  FieldSettings,
  LabelSettings,
  StatusSettings,
  TemplateSettings,
  TypeSettings,
} from '#features/tasks/index.ts';

/** Settings of the team's tasks: statuses, types, labels, fields and templates. */
export function WorkSection() {
  return (
    <>
      <StatusSettings />
      <TypeSettings />
      <LabelSettings />
      <FieldSettings />
      <TemplateSettings />
    </>
  );
}
