// Undo recipes of favourites, for steps that survive a reload.
import './favourites.data.ts';
