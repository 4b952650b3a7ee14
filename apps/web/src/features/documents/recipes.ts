// Undo recipes of documents, for steps that outlived a reload.
import './model/documents.data.ts';
