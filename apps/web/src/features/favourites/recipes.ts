// How what was done to favourites is taken back, after a reload too.
import './favourites.data.ts';
