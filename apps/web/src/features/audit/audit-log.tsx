import type { AuditCheck, AuditEntry, AuditPerson } from '@hearth/contracts/audit/audit';
import { AUDIT_OBJECTS, type AuditObject } from '@hearth/contracts/audit/audit-values';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconHistory, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { toPersonOption, usePeople } from '#features/members/index.ts';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { showRefusal, withFreshSignIn } from '#platform/session/sign-in-again.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { DayRange } from '#ui/dates/day-range.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { describeEntry, OBJECT_LABELS, type NameOf } from './audit-labels.ts';
import { exportLog, NO_FILTER, toQuery, type AuditFilter } from './audit.data.ts';
import styles from './audit.module.css';

const PAGE = 50;
const EVERYTHING = 'all';

/** The team's audit log as sentences, for owners and admins. */
export function AuditLog() {
  const { teamId } = useTeamStore();
  const may = useMay();
  const [filter, setFilter] = useState(NO_FILTER);
  if (!may('audit.read')) return <WhyNot act="audit.read" isNotice />;
  return (
    <>
      <FilterBar teamId={teamId} filter={filter} onChange={setFilter} />
      <ChainCheck teamId={teamId} />
      <Entries key={JSON.stringify(filter)} teamId={teamId} filter={filter} />
    </>
  );
}

function FilterBar({
  teamId,
  filter,
  onChange,
}: {
  teamId: string;
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}) {
  const { t, i18n } = useLingui();
  const people = usePeople();
  const everybody = { value: EVERYTHING, label: t`Everyone` };
  const everything = { value: EVERYTHING, label: t`Everything` };
  const person = people.find(({ id }) => id === filter.person);
  const orNull = (value: string) => (value === EVERYTHING ? null : value);
  return (
    <div className={styles.bar}>
      <Picker
        label={t`Person`}
        isFramed
        options={[everybody, ...people.map(toPersonOption)]}
        selected={[filter.person ?? EVERYTHING]}
        onPick={(value) => onChange({ ...filter, person: orNull(value) })}
      >
        {person?.name ?? everybody.label}
      </Picker>
      <Picker
        label={t`About`}
        isFramed
        options={[
          everything,
          ...AUDIT_OBJECTS.map((object) => ({ value: object, label: i18n._(OBJECT_LABELS[object]) })),
        ]}
        selected={[filter.object ?? EVERYTHING]}
        onPick={(value) => onChange({ ...filter, object: orNull(value) as AuditObject | null })}
      >
        {filter.object === null ? everything.label : i18n._(OBJECT_LABELS[filter.object])}
      </Picker>
      <DayRange
        label={t`Period`}
        from={filter.from}
        to={filter.to}
        onChange={(days) => onChange({ ...filter, ...days })}
      />
      <ExportMenu teamId={teamId} filter={filter} />
    </div>
  );
}

function ExportMenu({ teamId, filter }: { teamId: string; filter: AuditFilter }) {
  const { t } = useLingui();
  const [isBusy, setIsBusy] = useState(false);

  async function take(format: 'csv' | 'json'): Promise<void> {
    setIsBusy(true);
    try {
      await withFreshSignIn(() => trackLoading(exportLog(teamId, filter, format)));
      showToast(t`Log downloaded`);
    } catch (error) {
      showRefusal(error);
    }
    setIsBusy(false);
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          isBusy={isBusy}
          icon={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
        >
          <Trans>Export</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void take('csv')}>
          <Trans>CSV</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => void take('json')}>
          <Trans>JSON</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Verifies on demand that no entry was changed or removed. */
function ChainCheck({ teamId }: { teamId: string }) {
  const formats = useFormats();
  const [check, setCheck] = useState<AuditCheck | null>(null);

  async function run(): Promise<void> {
    try {
      const answer = await trackLoading(call('GET /teams/{teamId}/audit/check', { params: { teamId } }));
      setCheck(answer.check);
    } catch (error) {
      showError(explainError(error));
    }
  }

  const brokenAt = formats.number(check?.brokenAt ?? 0);
  return (
    <div
      className={styles.check}
      data-state={check === null ? undefined : check.isWhole ? 'whole' : 'broken'}
    >
      {check?.isWhole === false ? (
        <IconShieldX size={18} stroke={1.7} aria-hidden="true" />
      ) : (
        <IconShieldCheck size={18} stroke={1.7} aria-hidden="true" />
      )}
      <span role="status" className={styles.checkText}>
        {check === null && <Trans>Each entry is linked to the one before it, so any tampering shows.</Trans>}
        {check?.isWhole === true && (
          <Plural
            value={check.entries}
            one="Verified: # entry, unaltered"
            other="Verified: # entries, unaltered"
          />
        )}
        {check?.isWhole === false && <Trans>The log was altered at entry {brokenAt}.</Trans>}
      </span>
      <Button variant="default" onClick={() => void run()}>
        <Trans>Verify integrity</Trans>
      </Button>
    </div>
  );
}

function Entries({ teamId, filter }: { teamId: string; filter: AuditFilter }) {
  const { t } = useLingui();
  const [isBusy, setIsBusy] = useState(false);
  const request = (cursor?: string, signal?: AbortSignal) =>
    call('GET /teams/{teamId}/audit', {
      params: { teamId },
      query: { ...toQuery(filter), limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
      ...(signal === undefined ? {} : { signal }),
    });
  const list = useRequest(`audit ${teamId}`, (signal) => request(undefined, signal));
  const errorMessage = useErrorMessages(list.error);
  if (errorMessage !== null) return <p className={styles.faint}>{errorMessage}</p>;
  const { data } = list;
  if (data === undefined) return <SkeletonRows />;
  if (data.entries.length === 0) {
    return (
      <EmptyState icon={<IconHistory size={24} stroke={1.6} />} title={t`No entries yet`}>
        <Trans>No matching entries. Try another person, subject or time.</Trans>
      </EmptyState>
    );
  }

  async function readOn(cursor: string): Promise<void> {
    setIsBusy(true);
    try {
      const more = await request(cursor);
      list.setData({
        entries: [...(data?.entries ?? []), ...more.entries],
        people: [...(data?.people ?? []), ...more.people],
        nextCursor: more.nextCursor,
      });
    } catch (error) {
      showError(explainError(error));
    }
    setIsBusy(false);
  }

  const { nextCursor } = data;
  return (
    <>
      <EntryList entries={data.entries} people={data.people} />
      {nextCursor !== null && (
        <Button variant="default" isWide isBusy={isBusy} onClick={() => void readOn(nextCursor)}>
          <Trans>Show older entries</Trans>
        </Button>
      )}
    </>
  );
}

function EntryList({ entries, people }: { entries: readonly AuditEntry[]; people: readonly AuditPerson[] }) {
  const { t } = useLingui();
  const formats = useFormats();
  const byId = new Map(people.map((person) => [person.id, person]));
  const nameOf: NameOf = (id) => byId.get(id)?.name ?? t`Former member`;
  return (
    <ol className={styles.entries} aria-label={t`Audit log`}>
      {entries.map((entry) => {
        const person = entry.actorId === null ? undefined : byId.get(entry.actorId);
        return (
          <li key={entry.number} className={styles.entry}>
            {person === undefined ? (
              <span className={styles.nobody} aria-hidden="true">
                <IconHistory size={15} stroke={1.7} />
              </span>
            ) : (
              <Avatar person={person} size={24} />
            )}
            <span className={styles.sentence}>{describeEntry(entry, nameOf)}</span>
            <span className={styles.facts}>
              <time dateTime={entry.at}>{formats.moment(entry.at)}</time>
              {entry.tokenId !== null && (
                <span>
                  <Trans>by an API token</Trans>
                </span>
              )}
              {entry.address !== null && <span className={styles.address}>{entry.address}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
