import { Trans, useLingui } from '@lingui/react/macro';
import { IconChartBar, IconClockHour4, IconProgress, IconTargetArrow, IconUsers } from '@tabler/icons-react';
import { isPaid } from '#platform/plan.ts';
import { auth } from '#platform/session.ts';
import { useSelected } from '#platform/state.ts';
import { Page } from '#shell/page.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Outlook } from '#ui/outlook.tsx';

/** What the figures of a team will be, and on which plan. */
export function AnalyticsScreen() {
  const { t } = useLingui();
  const plan = useSelected(auth, (state) => state.subscription?.plan);
  const isOnPaidPlan = isPaid(plan);
  return (
    <Page title={t`Analytics`}>
      <Outlook
        icon={<IconChartBar size={24} stroke={1.6} />}
        title={
          plan === undefined || isOnPaidPlan ? t`How your team’s work flows` : t`Analytics is part of Pro`
        }
        lead={t`Figures about the work, never about how busy a person looks.`}
        items={[
          {
            icon: IconProgress,
            title: t`Work in progress`,
            text: t`How many tasks stand in each status, and how that changes from week to week.`,
          },
          {
            icon: IconClockHour4,
            title: t`Time to done`,
            text: t`How long tasks take from start to finish, and where they wait.`,
          },
          {
            icon: IconTargetArrow,
            title: t`Dates kept`,
            text: t`What was finished on time, what was late, and what falls due next.`,
          },
          {
            icon: IconUsers,
            title: t`Load`,
            text: t`Who carries how much open work, so that it can be shared out.`,
          },
        ]}
      >
        {plan !== undefined &&
          (isOnPaidPlan ? (
            <p>
              <Trans>
                The charts are still being made. Hearth records every change of status from the first day on,
                so they will reach back to today.
              </Trans>
            </p>
          ) : (
            <LinkButton to="/dashboard/upgrade">
              <Trans>See what Pro gives</Trans>
            </LinkButton>
          ))}
      </Outlook>
    </Page>
  );
}
