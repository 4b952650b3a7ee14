// Undo recipes of favourites, for steps that outlived a reload.
import './favourites.data.ts';
