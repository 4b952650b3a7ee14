import { useState } from 'react';
import { useHasDocuments } from '#features/documents/index.ts';
import { usePeople } from '#features/members/index.ts';
import { useAllProjects } from '#features/projects/index.ts';
import { tasksByColumn, useMayAddTask } from '#features/tasks/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { auth } from '#platform/session/session.ts';
import { useFirstPart, useGroups, useRow, useTeamStore } from '#platform/sync/index.ts';
import { useToday } from '#ui/format/use-today.ts';
import { addDays } from './week.ts';

const keyOf = (teamId: string): string => `hearth:first-steps:${teamId}`;
/** Age in days above which a team that has a project and a task gets no onboarding. */
const DAYS = 14;

export interface Steps {
  hasProject: boolean;
  hasTask: boolean;
  isInvited: boolean;
  hasDocument: boolean;
  hasUsedAssistant: boolean;
  isShown: boolean;
  /** Whether the team has no project or no task yet, and this user may add one. The steps are then the main content of home. */
  isFresh: boolean;
  hide: () => void;
}

/** Onboarding progress of a new team, derived from its data. */
export function useFirstSteps(): Steps {
  const store = useTeamStore();
  const { teamId } = store;
  const today = useToday();
  const createdAt = useRow('team', teamId)?.createdAt ?? '';
  const first = useFirstPart();
  const projects = useAllProjects();
  const samples = projects.filter(({ isSample }) => isSample).map(({ id }) => id);
  const hasTaskHere = useGroups(tasksByColumn(store)).some(
    (column) => !samples.some((id) => column.startsWith(id)),
  );
  const done = {
    hasProject: projects.length > samples.length,
    hasTask: first?.figures?.hasTasks ?? hasTaskHere,
    isInvited: usePeople().length > 1,
    hasDocument: useHasDocuments(),
    hasUsedAssistant: useSelected(auth, ({ aiHistory }) => aiHistory.length > 0),
  };
  const may = useMay();
  const mayAddTask = useMayAddTask();
  const mayBegin = may('projects.create') || mayAddTask;
  const [hidden, setHidden] = useState(() => readHidden(teamId));
  const isFresh = mayBegin && !(done.hasProject && done.hasTask);
  const isYoung = createdAt.slice(0, 10) >= addDays(today, -DAYS);
  const isOver = Object.values(done).every(Boolean);
  // Once some items exist, the remaining progress is unknown until all data is loaded.
  const isShown = isFresh || (mayBegin && isYoung && !isOver && first === null);
  const isHidden = hidden === teamId;
  return {
    ...done,
    isShown: isShown && !isHidden,
    isFresh: isFresh && !isHidden,
    hide: () => {
      setHidden(teamId);
      try {
        localStorage.setItem(keyOf(teamId), 'hidden');
      } catch {
        // Without storage, dismissed steps reappear on the next page load.
      }
    },
  };
}

function readHidden(teamId: string): string | null {
  try {
    return localStorage.getItem(keyOf(teamId)) === null ? null : teamId;
  } catch {
    return null;
  }
}
