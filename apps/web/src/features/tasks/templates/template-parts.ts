/** The chunk of templates, lazy-loaded when it is first asked for. */
export { SaveTemplateDialog } from './template-save-dialog.tsx';
export { UseTemplateDialog } from './template-use-dialog.tsx';
