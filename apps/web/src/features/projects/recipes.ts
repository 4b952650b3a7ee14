// Undo recipes of projects, for steps that outlived a reload.
import './model/projects.data.ts';
