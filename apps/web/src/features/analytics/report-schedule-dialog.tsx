import { REPORT_LIMITS } from '@hearth/contracts/analytics/report-values';
import type { ReportSchedule } from '@hearth/contracts/analytics/reports';
import { hasRole } from '@hearth/contracts/permissions/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import { membersByName, toPersonOption, usePeople } from '#features/members/index.ts';
import { useAllProjects, useViewerIds } from '#features/projects/index.ts';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { AvatarStack } from '#ui/display/avatar.tsx';
import { PersonChip } from '#ui/display/chip.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { listWeekdays, readFirstWeekday, useFormats } from '#ui/format/formats.ts';
import { Switch } from '#ui/inputs/choice.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { useTimeNames } from './report-time-names.ts';
import styles from './analytics.module.css';

type Choice = Pick<ReportSchedule, 'weekday' | 'hour' | 'projectId' | 'savesDocument' | 'recipientIds'>;

const HOURS = Array.from({ length: 24 }, (_hour, at) => at);
const ALL = 'all';

interface ScheduleProps {
  /** Null if the report is not scheduled yet. */
  schedule: ReportSchedule | null;
  /** The project of the displayed report, preselected for a new schedule. Null for all projects. */
  projectId: string | null;
  onChanged: (schedule: ReportSchedule | null) => void;
  onClose: () => void;
}

/** Dialog for the schedule, subject and recipients of the report. */
export function ReportScheduleDialog({ schedule, projectId, onChanged, onClose }: ScheduleProps) {
  const { t } = useLingui();
  const { teamId, userId } = useTeamStore();
  const zone = useRow('team', teamId)?.timeZone ?? 'UTC';
  const [choice, setChoice] = useState<Choice>(
    schedule ?? { weekday: 1, hour: 9, projectId, savesDocument: false, recipientIds: [userId] },
  );
  const [isBusy, setIsBusy] = useState(false);
  const { data } = useRequest('delivery', async (signal) => await call('GET /account', { signal }));
  const change = (part: Partial<Choice>) => setChoice((now) => ({ ...now, ...part }));
  const people = useReaders(choice.projectId);
  // Drops members who left the team or lost access to the project.
  const readers = people.filter(({ id }) => choice.recipientIds.includes(id));
  const isEmpty = readers.length === 0 && !choice.savesDocument;

  async function run(act: () => Promise<ReportSchedule | null>, done: string): Promise<void> {
    setIsBusy(true);
    try {
      onChanged(await trackLoading(act()));
      showToast(done);
      onClose();
    } catch (error) {
      setIsBusy(false);
      showError(explainError(error));
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { weekday, hour, savesDocument } = choice;
    const recipientIds = readers.map(({ id }) => id);
    const body = { weekday, hour, projectId: choice.projectId, savesDocument, recipientIds };
    void run(
      async () =>
        (await call('PUT /teams/{teamId}/analytics/schedule', { params: { teamId }, body })).schedule,
      t`Schedule saved`,
    );
  };
  const stop = () =>
    void run(
      async () => {
        await call('DELETE /teams/{teamId}/analytics/schedule', { params: { teamId } });
        return null;
      },
      t`The report is no longer sent`,
    );

  return (
    <Dialog title={t`Email weekly`} isOpen onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        {data?.delivery === 'none' && (
          <Notice>
            <Trans>Email isn’t set up on this server, so reports can only be kept as documents.</Trans>
          </Notice>
        )}
        <SettingsGroup>
          <TimeRows choice={choice} zone={zone} onChange={change} />
          <ProjectRow projectId={choice.projectId} onPick={(id) => change({ projectId: id })} />
          <ReaderRow people={people} readers={readers} onPick={(recipientIds) => change({ recipientIds })} />
          <Switch
            label={t`Keep as documents`}
            hint={t`Each report is also added to a “Weekly reports” page.`}
            isChecked={choice.savesDocument}
            onChange={(savesDocument) => change({ savesDocument })}
          />
        </SettingsGroup>
        <div className={styles.formFoot}>
          {schedule !== null && (
            <Button variant="default" disabled={isBusy} onClick={stop}>
              <Trans>Stop sending</Trans>
            </Button>
          )}
          <Button type="submit" isBusy={isBusy} disabled={isEmpty}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function TimeRows({
  choice: { weekday, hour },
  zone,
  onChange,
}: {
  choice: Choice;
  zone: string;
  onChange: (part: Partial<Choice>) => void;
}) {
  const { t } = useLingui();
  const { nameWeekday, nameHour } = useTimeNames();
  return (
    <>
      <SettingRow label={t`Day`}>
        <Picker
          label={t`Day`}
          isFramed
          selected={[String(weekday)]}
          options={listWeekdays(readFirstWeekday()).map((day) => ({
            value: String(day),
            label: nameWeekday(day),
          }))}
          onPick={(day) => onChange({ weekday: Number(day) })}
        >
          {nameWeekday(weekday)}
        </Picker>
      </SettingRow>
      <SettingRow label={t`Time`} hint={<Trans>Time zone: {zone}</Trans>}>
        <Picker
          label={t`Time`}
          isFramed
          selected={[String(hour)]}
          options={HOURS.map((at) => ({ value: String(at), label: nameHour(at) }))}
          onPick={(at) => onChange({ hour: Number(at) })}
        >
          {nameHour(hour)}
        </Picker>
      </SettingRow>
    </>
  );
}

function ProjectRow({
  projectId,
  onPick,
}: {
  projectId: string | null;
  onPick: (projectId: string | null) => void;
}) {
  const { t } = useLingui();
  const projects = useAllProjects();
  const chosen = projects.find(({ id }) => id === projectId);
  return (
    <SettingRow
      label={t`Project`}
      hint={
        projectId === null && (
          <Trans>It covers what every member can see. Private projects are left out.</Trans>
        )
      }
    >
      <Picker
        label={t`Project`}
        isFramed
        isSearchable={projects.length > 8}
        selected={[projectId ?? ALL]}
        options={[
          { value: ALL, label: t`All projects` },
          ...projects.map(({ id, name, color }) => ({
            value: id,
            label: name,
            icon: <ColorDot color={color} />,
          })),
        ]}
        onPick={(id) => onPick(id === ALL ? null : id)}
      >
        {chosen !== undefined && <ColorDot color={chosen.color} />}
        <span>{chosen?.name ?? t`All projects`}</span>
      </Picker>
    </SettingRow>
  );
}

type Person = ReturnType<typeof usePeople>[number];

function ReaderRow({
  people,
  readers,
  onPick,
}: {
  people: readonly Person[];
  readers: readonly Person[];
  onPick: (ids: string[]) => void;
}) {
  const { t } = useLingui();
  const formats = useFormats();
  const names = formats.list(readers.map(({ name }) => name));
  const [only] = readers;
  const ids = readers.map(({ id }) => id);
  const isFull = ids.length >= REPORT_LIMITS.recipients;
  return (
    <SettingRow label={t`Send to`}>
      <Picker
        label={t`Send to`}
        isFramed
        isMultiple
        isSearchable={people.length > 8}
        selected={ids}
        options={people.map((person) => ({
          ...toPersonOption(person),
          isDisabled: isFull && !ids.includes(person.id),
        }))}
        onPick={(id) => onPick(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])}
      >
        {only === undefined ? (
          t`Nobody`
        ) : readers.length === 1 ? (
          <PersonChip person={only} />
        ) : (
          <AvatarStack people={readers} max={5} label={names} />
        )}
      </Picker>
    </SettingRow>
  );
}

/** Returns the possible recipients: members of the team, except guests, who can see the project. All of them while that is unknown. */
function useReaders(projectId: string | null): readonly Person[] {
  const store = useTeamStore();
  const view = membersByName(store);
  const sees = useViewerIds(projectId, true, view);
  const members = useRows(view);
  const ids = new Set(
    members
      .filter(
        ({ userId, teamRole }) =>
          hasRole(teamRole, 'member') && (projectId === null || (sees?.has(userId) ?? true)),
      )
      .map(({ userId }) => userId),
  );
  return usePeople().filter(({ id }) => ids.has(id));
}
