import { hasDraft } from '#ui/inputs/drafts.ts';

/** The drafts of the form that edits a project. Other drafts of the project, such as a task half typed, begin with its id alone. */
export function editDraftKey(projectId: string): string {
  return `edit-project/${projectId}`;
}

/** Whether the form was open, with changes in it, before a reload. */
export function isEditHalfDone(projectId: string): boolean {
  return hasDraft(editDraftKey(projectId));
}
