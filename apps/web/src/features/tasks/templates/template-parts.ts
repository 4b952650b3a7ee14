/** The chunk with all template dialogs, lazy-loaded on first use. */
export { SaveTemplateDialog } from './template-save-dialog.tsx';
export { UseTemplateDialog } from './template-use-dialog.tsx';
