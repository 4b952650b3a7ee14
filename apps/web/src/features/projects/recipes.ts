// How everything that is done to projects is taken back: for what was done before a reload.
import './model/projects.data.ts';
