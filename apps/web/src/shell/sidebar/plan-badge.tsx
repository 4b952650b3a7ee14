import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { namePlan } from '#platform/session/plan.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import styles from './sidebar.module.css';

/** The team's plan. Links to the comparison of plans. Hidden until the plan is loaded. */
export function PlanBadge() {
  const { t } = useLingui();
  const plan = useSelected(auth, (state) => state.subscription?.plan);
  if (plan === undefined) return null;
  const name = namePlan(plan);
  return (
    <Link to="/dashboard/upgrade" search={{}} className={styles.plan} aria-label={t`Plan: ${name}`}>
      {name}
    </Link>
  );
}
