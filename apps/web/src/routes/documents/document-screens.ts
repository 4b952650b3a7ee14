/** The chunk of the screens of documents. */
export { DocumentScreen } from './document-screen.tsx';
export { DocumentsScreen } from './documents-screen.tsx';
