// How what was done is taken back, after a reload too.
import './saved-views.data.ts';
