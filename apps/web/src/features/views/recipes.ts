// Undo recipes, for steps that survive a reload.
import './saved-views/saved-views.data.ts';
