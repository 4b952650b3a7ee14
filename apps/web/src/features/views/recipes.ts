// Undo recipes of saved views, for undo steps that survive a reload.
import './saved-views/saved-views.data.ts';
