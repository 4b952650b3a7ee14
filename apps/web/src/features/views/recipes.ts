// Undo recipes, for steps that outlived a reload.
import './saved-views/saved-views.data.ts';
