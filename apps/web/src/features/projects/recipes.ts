// Undo recipes of projects, for undo steps that survive a reload.
import './model/projects.data.ts';
