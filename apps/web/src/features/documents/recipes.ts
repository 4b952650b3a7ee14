// Undo recipes of documents, for undo steps that survive a reload.
import './model/documents.data.ts';
