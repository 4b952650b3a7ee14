import {
  FieldSettings,
  LabelSettings,
  StatusSettings,
  TemplateSettings,
  TypeSettings,
} from '#features/tasks/index.ts';

/** What the team's work is sorted by. */
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
