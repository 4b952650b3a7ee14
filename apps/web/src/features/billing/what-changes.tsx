import type { Subscription } from '@hearth/contracts/billing/billing';
import { LIMITED_RESOURCES, PLANS } from '@hearth/contracts/billing/plans';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#ui/format/formats.ts';
import { RESOURCE_NAMES } from './plan-usage.tsx';
import styles from './payment.module.css';

/** Each limit now and with Pro, in two columns. */
export function WhatChanges({ subscription }: { subscription: Subscription }) {
  const { i18n, t } = useLingui();
  const formats = useFormats();
  const formatLimit = (max: number | null) => (max === null ? t`No limit` : formats.number(max));
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <td />
          <th scope="col">
            <Trans>Now</Trans>
          </th>
          <th scope="col">
            <Trans>With Pro</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {LIMITED_RESOURCES.map((resource) => (
          <tr key={resource}>
            <th scope="row">{i18n._(RESOURCE_NAMES[resource])}</th>
            <td>{formatLimit(subscription.limits[resource])}</td>
            <td>{formatLimit(PLANS.pro.limits[resource])}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">
            <Trans>Team analytics</Trans>
          </th>
          <td>
            <Trans>Not included</Trans>
          </td>
          <td>
            <Trans>Included</Trans>
          </td>
        </tr>
        <tr>
          <th scope="row">
            <Trans>Support answers within</Trans>
          </th>
          <td>{formatHours(formats, PLANS.free.answerHours)}</td>
          <td>{formatHours(formats, PLANS.pro.answerHours)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** Formats multiples of 24 hours as days. */
export function formatHours(formats: Pick<ReturnType<typeof useFormats>, 'number'>, hours: number): string {
  const isDays = hours % 24 === 0;
  return formats.number(isDays ? hours / 24 : hours, {
    style: 'unit',
    unit: isDays ? 'day' : 'hour',
    unitDisplay: 'long',
  });
}
