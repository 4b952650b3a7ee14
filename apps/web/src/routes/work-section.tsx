import { FieldSettings, LabelSettings, StatusSettings, TemplateSettings } from '#features/tasks/index.ts';

/** What the team's work is sorted by. */
export function WorkSection() {
  return (
    <>
      <StatusSettings />
      <LabelSettings />
      <FieldSettings />
      <TemplateSettings />
    </>
  );
}
