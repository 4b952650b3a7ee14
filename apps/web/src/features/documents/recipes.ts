// Undo recipes of documents, for steps that survive a reload.
import './model/documents.data.ts';
