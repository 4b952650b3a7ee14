import { Trans, useLingui } from '@lingui/react/macro';
import { IconChartBar, IconClockHour4, IconProgress, IconTargetArrow, IconUsers } from '@tabler/icons-react';
import { isPaid } from '#platform/session/plan.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { Page } from '#shell/page/page.tsx';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { PageIntro } from '#ui/feedback/page-intro.tsx';

/** What the figures of a team will be, and on which plan. */
export function AnalyticsScreen() {
  const { t } = useLingui();
  const plan = useSelected(auth, (state) => state.subscription?.plan);
  const isOnPaidPlan = isPaid(plan);
  return (
    <Page title={t`Analytics`}>
      <PageIntro
        icon={<IconChartBar size={24} stroke={1.6} />}
        title={
          plan === undefined || isOnPaidPlan ? t`How your team’s work flows` : t`Analytics is part of Pro`
        }
        lead={t`Insights about the work, not about how busy people look.`}
        items={[
          {
            icon: IconProgress,
            title: t`Work in progress`,
            text: t`How many tasks are in each status, week by week.`,
          },
          {
            icon: IconClockHour4,
            title: t`Cycle time`,
            text: t`How long tasks take from start to finish, and where they get stuck.`,
          },
          {
            icon: IconTargetArrow,
            title: t`On-time delivery`,
            text: t`Finished on time, finished late and due next.`,
          },
          {
            icon: IconUsers,
            title: t`Workload`,
            text: t`Who has how much open work, so you can share it out.`,
          },
        ]}
      >
        {plan !== undefined &&
          (isOnPaidPlan ? (
            <p>
              <Trans>
                Charts are coming soon. Hearth already records every status change, so they’ll cover your work
                from today.
              </Trans>
            </p>
          ) : (
            <LinkButton to="/dashboard/upgrade">
              <Trans>See what’s in Pro</Trans>
            </LinkButton>
          ))}
      </PageIntro>
    </Page>
  );
}
