import { hasDraft } from '#ui/inputs/drafts.ts';

/** Draft key of the project form. The keys of other drafts in the project, such as an unfinished task, start with its id. */
export function editDraftKey(projectId: string): string {
  return `edit-project/${projectId}`;
}

/** Whether the form was open with unsaved changes before a reload. */
export function isEditHalfDone(projectId: string): boolean {
  return hasDraft(editDraftKey(projectId));
}
