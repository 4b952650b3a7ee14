export { TeamExport } from './team-export.tsx';
export { TeamImport } from './team-import.tsx';
