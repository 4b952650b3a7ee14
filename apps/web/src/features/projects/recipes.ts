// Undo recipes of projects, for steps that survive a reload.
import './model/projects.data.ts';
