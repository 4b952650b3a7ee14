import { hasDraft } from '#ui/inputs/drafts.ts';

/**
 * Draft key of the project form. It does not start with the project's id, unlike other drafts in the project, such as an unfinished task.
 */
export function editDraftKey(projectId: string): string {
  return `edit-project/${projectId}`;
}

/** Whether the form was open with unsaved changes before a reload. */
export function isEditHalfDone(projectId: string): boolean {
  return hasDraft(editDraftKey(projectId));
}
