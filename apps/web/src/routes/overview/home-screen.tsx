import { useLingui } from '@lingui/react/macro';
import { beginChat, Chips, Composer, fetchChat, useSuggestions } from '#features/assistant/index.ts';
import { useMyWork } from '#features/tasks/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { viewState } from '#platform/permissions/view-as.ts';
import { useGroupLists } from '#platform/sync/store/use-rows.ts';
import { Page } from '#shell/page/page.tsx';
import { useIsWide } from '#shell/page/use-is-wide.ts';
import { useIsPainted } from '#ui/lazy/use-is-painted.ts';
import { FactsLine } from './facts-line.tsx';
import { FirstSteps } from './first-steps.tsx';
import { MyDays } from './my-days.tsx';
import { NeedsYou } from './needs-you.tsx';
import { RecentDocuments, RecentProjects } from './recents.tsx';
import { TeamPulse } from './team-pulse.tsx';
import { useFirstSteps } from './use-first-steps.ts';
import { useTriageWaits } from './use-triage-waits.ts';
import styles from './home.module.css';

/** Sections on home: the user's own tasks and the tasks that wait for them. */
const ON_HOME = ['overdue', 'today', 'upcoming', 'undated', 'waiting'];

/** Overview of the day: today's tasks, requests that wait for this user, and recent items. */
export function HomeScreen() {
  const { t } = useLingui();
  const [overdue = [], today = [], upcoming = [], undated = [], waiting = []] = useGroupLists(
    useMyWork(),
    ON_HOME,
  );
  const triage = useTriageWaits();
  const isPainted = useIsPainted();
  const steps = useFirstSteps();
  const waits = waiting.length + triage.reduce((sum, { count }) => sum + count, 0);
  return (
    <Page title={t`Home`}>
      <div className={styles.home}>
        <FactsLine overdue={overdue.length} today={today} waits={waits} />
        <AssistantPrompt overdue={overdue.length} today={today.length} hasTasks={steps.hasTask} />
        {steps.isFresh && <FirstSteps steps={steps} />}
        <div className={styles.columns}>
          <div>
            <NeedsYou overdue={overdue} today={today} waiting={waiting} triage={triage} />
            <MyDays upcoming={upcoming} undated={undated} />
            {!steps.isFresh && <FirstSteps steps={steps} />}
          </div>
          <div>
            <RecentDocuments />
            <RecentProjects />
            {isPainted && <TeamPulse />}
          </div>
        </div>
      </div>
    </Page>
  );
}

/** Hidden in a historical snapshot and when viewing as another member because the assistant is unavailable there. */
function AssistantPrompt(state: { overdue: number; today: number; hasTasks: boolean }) {
  const { t } = useLingui();
  const may = useMay();
  const isViewed = useSelected(viewState, ({ view }) => view !== null);
  const suggestions = useSuggestions(state);
  const isWide = useIsWide();
  if (!may('assistant.use') || isViewed) return null;
  return (
    <div className={styles.ask}>
      <Composer
        placeholder={
          isWide ? t`Ask, find, or say what to do: create task Send the offer by friday` : t`Ask or command`
        }
        onSend={beginChat}
        onFocus={fetchChat}
      />
      <Chips label={t`Suggestions`} chips={suggestions} onSend={beginChat} />
    </div>
  );
}
