import type { App, Feature } from '#platform/feature.ts';
import { addTeamFiles } from '#features/teams/index.ts';
import { bindExportJobs } from './export-jobs.ts';
import { isExport } from './exports.queries.ts';
import { bindImportJobs } from './imports.service.ts';
import { listStorageKeys } from './transfer-files.queries.ts';
import { bindTransfer } from './transfer.routes.ts';

/** Exports and imports whole teams as files. Registered after other features because it accesses their tables. */
export async function transfer(app: App): Promise<Feature> {
  addTeamFiles(app, listStorageKeys);
  return {
    name: 'transfer',
    bindings: bindTransfer(app),
    jobs: [...bindExportJobs(app), ...bindImportJobs(app)],
    exists: { export: isExport },
  };
}
