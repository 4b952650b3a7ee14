import type {
  Analytics,
  Annotation,
  Burn,
  Flow,
  Forecast,
  Odds,
  TeamWorkload,
  TrackRecord,
} from '@hearth/contracts/analytics/analytics';
import type { Days } from '@hearth/contracts/analytics/period-values';
import type { CallReply } from '@hearth/contracts/client-types';
import { call } from '#platform/api/api-client.ts';
import { useRequest, type Requested } from '#platform/api/use-request.ts';
import type { Scope } from './period.ts';

/** Returns the request parameters of a scope. */
function toQuery({ teamId, from, to, projectId, filter }: Scope, signal: AbortSignal | undefined) {
  return { params: { teamId }, query: { from, to, projectId, filter }, ...withSignal(signal) };
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

const keyOf = ({ teamId, from, to, projectId = '', filter = '' }: Scope): string =>
  `${teamId} ${from} ${to} ${projectId} ${filter}`;

export function useFigures(scope: Scope): Requested<Analytics> {
  return useRequest(
    keyOf(scope),
    async (signal) => (await call('GET /teams/{teamId}/analytics', toQuery(scope, signal))).analytics,
  );
}

export function useFlow(scope: Scope): Requested<Flow> {
  return useRequest(
    keyOf(scope),
    async (signal) => (await call('GET /teams/{teamId}/analytics/flow', toQuery(scope, signal))).flow,
  );
}

const MAX_NOTES = 100;

export function useNotes({ teamId, from, to, projectId }: Scope): Requested<Annotation[]> {
  return useRequest(`${teamId} ${from} ${to} ${projectId}`, async (signal) => {
    const query = { from, to, projectId, limit: MAX_NOTES };
    const input = { params: { teamId }, query, ...withSignal(signal) };
    return (await call('GET /teams/{teamId}/analytics/annotations', input)).annotations;
  });
}

export function useWorkload({ teamId, from, to, projectId }: Scope): Requested<TeamWorkload> {
  return useRequest(`${teamId} ${from} ${to} ${projectId}`, async (signal) => {
    const input = { params: { teamId }, query: { from, to, projectId }, ...withSignal(signal) };
    return (await call('GET /teams/{teamId}/analytics/workload', input)).workload;
  });
}

export function useVelocity(
  teamId: string,
  projectId: string,
  unit: 'tasks' | 'points',
): Requested<CallReply<'GET /teams/{teamId}/analytics/velocity'>['velocity']> {
  return useRequest(`${teamId} ${projectId} ${unit}`, async (signal) => {
    const input = { params: { teamId }, query: { projectId, unit }, ...withSignal(signal) };
    return (await call('GET /teams/{teamId}/analytics/velocity', input)).velocity;
  });
}

/** Parameters of a forecast. `tasks` replaces the number of open tasks, `pace` is a factor of the recent pace. */
interface WhatIf {
  teamId: string;
  projectId: string | undefined;
  tasks: number | undefined;
  pace: number | undefined;
}

export function useForecast({ teamId, projectId, tasks, pace }: WhatIf): Requested<Forecast> {
  return useRequest(`${teamId} ${projectId} ${tasks} ${pace}`, async (signal) => {
    const input = { params: { teamId }, query: { projectId, tasks, pace }, ...withSignal(signal) };
    return (await call('GET /teams/{teamId}/analytics/forecast', input)).forecast;
  });
}

export function useTrackRecord(teamId: string, projectId: string | undefined): Requested<TrackRecord> {
  return useRequest(`${teamId} ${projectId}`, async (signal) => {
    const input = { params: { teamId }, query: { projectId }, ...withSignal(signal) };
    return (await call('GET /teams/{teamId}/analytics/forecast/record', input)).record;
  });
}

/** A project or one of its cycles. */
export interface Piece {
  teamId: string;
  projectId?: string;
  cycleId?: string;
}

const pieceKey = ({ teamId, projectId, cycleId }: Piece): string => `${teamId} ${projectId} ${cycleId}`;

export function useBurn(piece: Piece, unit: 'tasks' | 'points'): Requested<Burn> {
  return useRequest(`${pieceKey(piece)} ${unit}`, async (signal) => {
    const { teamId, ...query } = piece;
    const input = { params: { teamId }, query: { ...query, unit }, ...withSignal(signal) };
    return (await call('GET /teams/{teamId}/analytics/burn', input)).burn;
  });
}

export function useOdds(piece: Piece): Requested<Odds> {
  return useRequest(pieceKey(piece), async (signal) => {
    const { teamId, ...query } = piece;
    return (
      await call('GET /teams/{teamId}/analytics/odds', { params: { teamId }, query, ...withSignal(signal) })
    ).odds;
  });
}

export function usePreview(teamId: string): Requested<Analytics['throughput']> {
  return useRequest(teamId, async (signal) => {
    const { preview } = await call('GET /teams/{teamId}/analytics/preview', {
      params: { teamId },
      ...withSignal(signal),
    });
    return preview.throughput;
  });
}

/** Returns the path of a CSV export. */
export function csvPath(scope: Scope, what: '' | '/flow' | '/workload'): string {
  const { teamId, from, to, projectId, filter } = scope;
  const query = new URLSearchParams({ from, to });
  if (projectId !== undefined) query.set('projectId', projectId);
  // The workload covers all tasks and ignores the filter.
  if (filter !== undefined && what !== '/workload') query.set('filter', filter);
  return `/teams/${encodeURIComponent(teamId)}/analytics${what}.csv?${query}`;
}

/** A range of one day is requested as a single day. */
export function toDayQuery({ from, to }: Days): { day: string } | Days {
  return from === to ? { day: from } : { from, to };
}
