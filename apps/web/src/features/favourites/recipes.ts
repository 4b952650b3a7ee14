// Undo recipes of favourites, for undo steps that survive a reload.
import './favourites.data.ts';
