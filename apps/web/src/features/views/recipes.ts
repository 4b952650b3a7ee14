// How what was done is taken back, after a reload too.
import './saved-views/saved-views.data.ts';
