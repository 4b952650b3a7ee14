import { sql } from 'kysely';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { Locale } from '@hearth/contracts/core/locales';
import type { Label } from '@hearth/contracts/labels/labels';
import type { Project } from '@hearth/contracts/projects/projects';
import { expandTemplate } from '@hearth/contracts/templates/template-expand-values';
import { makeProject } from '#features/projects/index.ts';
import { runCommand, type Command, type CommandResult, type RequestKey } from '#platform/commands/index.ts';
import { dayAt } from '#platform/day-in-zone.ts';
import type { App } from '#platform/feature.ts';
import { insertLabel, lockLabels } from '#features/tasks/labels/labels.queries.ts';
import { listStatusesForShare } from '#features/tasks/templates/template-source.queries.ts';
import { writeExpanded } from '#features/tasks/templates/template-use.service.ts';
import { makeSampleContent } from './sample-content.ts';
import { SAMPLE_TEXTS } from './sample-texts.ts';

interface SampleRequest {
  id?: string | undefined;
  language?: Locale | undefined;
  timeZone?: string | undefined;
}

/**
 * Creates a project that demonstrates the product. Some of its tasks are assigned to the caller.
 * @throws AppError INVALID_STATE if the team already has a sample project
 */
export async function createSample(
  app: App,
  on: { teamId: string; userId: string },
  { id, language, timeZone }: SampleRequest,
  requestKey: RequestKey,
): Promise<CommandResult<{ project: Project }>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const preferences = await readPreferences(command);
    const texts = SAMPLE_TEXTS[language ?? preferences.language ?? 'en'];
    const label = await findOrMakeLabel(command, texts.label);
    const statuses = await listStatusesForShare(command.tx);
    const content = makeSampleContent(texts);
    const expanded = expandTemplate(content, {
      startDate: dayAt(command.now, timeZone ?? preferences.timeZone),
      timeZone: 'UTC',
      roleIds: [on.userId],
      statuses,
      labels: label === null ? [] : [label],
      types: [],
      fields: [],
      id: id ?? command.newId(),
      newId: () => command.newId(),
    });
    const fields = { name: texts.project, description: texts.description, color: content.project?.color };
    const project = await makeProject(app, command, { id, ...fields, isSample: true });
    await writeExpanded(command, expanded, { statuses, projectId: project.id, people: new Set([on.userId]) });
    return { project };
  });
}

async function readPreferences({
  tx,
  userId,
}: Command): Promise<{ language: Locale | null; timeZone: string }> {
  const { rows } = await sql<{ language: Locale | null; timeZone: string }>`
    select u.language, coalesce(u.time_zone, t.time_zone) as "timeZone"
    from teams t left join users u on u.id = ${userId} where t.id = ${tx.teamId}`.execute(tx);
  return rows[0] ?? { language: null, timeZone: 'UTC' };
}

/**
 * Finds the label by name, ignoring case, or creates it.
 * @returns null if the team is at its label limit
 */
async function findOrMakeLabel(command: Command, name: string): Promise<Label | null> {
  const others = await lockLabels(command.tx);
  const same = others.find((one) => one.name.toLocaleLowerCase() === name.toLocaleLowerCase());
  if (same !== undefined || others.length >= LIMITS.labelsPerTeam) return same ?? null;
  const label: Label = { id: command.newId(), name, color: 'violet' };
  await insertLabel(command.tx, label);
  command.put('label', label.id, null, label, 'team');
  return label;
}
