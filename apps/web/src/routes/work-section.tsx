import { FieldSettings, LabelSettings, StatusSettings } from '#features/tasks/index.ts';

/** What the team's work is sorted by. */
export function WorkSection() {
  return (
    <>
      <StatusSettings />
      <LabelSettings />
      <FieldSettings />
    </>
  );
}
