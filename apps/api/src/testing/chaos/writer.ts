import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SEQ_HEADER } from '@hearth/contracts/sync-values';
import type { ApiResponse, Client } from '#testing/make.ts';
import type { Acknowledged, Ledger } from './ledger.ts';

const RETRY_MS = 30;
const MAX_OWN_TASKS = 30;

interface WriterSettings {
  number: number;
  client: Client;
  teamId: string;
  projectIds: string[];
  statusIds: string[];
  ledger: Ledger;
  /** Returns a random number in [0, 1). */
  random: () => number;
  shouldStop: () => boolean;
}

interface WriterReport {
  /** Number of requests that were sent again because the response was missing or left the outcome open. */
  retries: number;
  /** Descriptions of unexpected responses. */
  surprises: string[];
}

interface Step {
  act: Acknowledged['act'];
  taskId: string;
  method: string;
  path: string;
  fields: Record<string, unknown>;
}

/**
 * Writes continuously until stopped: creates tasks, moves and renames its own tasks, comments, deletes and restores. Each request is
 * retried with its Idempotency-Key until its outcome is known.
 */
export async function runWriter(settings: WriterSettings): Promise<WriterReport> {
  const report: WriterReport = { retries: 0, surprises: [] };
  const live: string[] = [];
  const trashed: string[] = [];
  while (!settings.shouldStop()) {
    const step = chooseStep(settings, live, trashed);
    const key = randomUUID();
    const response = await sendUntilAnswered(settings, step, key, report);
    if (response.status < 200 || response.status > 299) {
      report.surprises.push(
        `${step.method} ${step.path}: ${response.status} ${JSON.stringify(response.body)}`,
      );
      continue;
    }
    const { act, taskId, fields } = step;
    const seq = Number(response.headers.get(SEQ_HEADER));
    settings.ledger.append({ writer: settings.number, key, act, taskId, fields, seq });
    if (act === 'create') live.push(taskId);
    if (act === 'trash') trashed.push(...live.splice(live.indexOf(taskId), 1));
    if (act === 'restore') live.push(...trashed.splice(trashed.indexOf(taskId), 1));
  }
  return report;
}

function chooseStep(settings: WriterSettings, live: readonly string[], trashed: readonly string[]): Step {
  const { teamId, random } = settings;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const base = `/teams/${teamId}/tasks`;
  const chance = random();
  if (live.length === 0 || (chance < 0.35 && live.length < MAX_OWN_TASKS)) {
    const id = randomUUID();
    const projectId = pick([null, ...settings.projectIds]);
    const fields = { id, title: `Task ${id}`, projectId, statusId: pick(settings.statusIds) };
    return { act: 'create', taskId: id, method: 'POST', path: base, fields };
  }
  const taskId = pick(live);
  const path = `${base}/${taskId}`;
  if (chance < 0.75) {
    const fields = { statusId: pick(settings.statusIds), priority: pick(['none', 'low', 'high', 'urgent']) };
    return { act: 'change', taskId, method: 'PATCH', path, fields };
  }
  if (chance < 0.82) {
    const fields = { title: `Renamed ${randomUUID()}`, projectId: pick([null, ...settings.projectIds]) };
    return { act: 'change', taskId, method: 'PATCH', path, fields };
  }
  if (chance < 0.9) {
    const fields = { id: randomUUID(), body: `Said ${randomUUID()}` };
    return { act: 'comment', taskId, method: 'POST', path: `${path}/comments`, fields };
  }
  if (chance < 0.96 || trashed.length === 0) {
    return { act: 'trash', taskId, method: 'DELETE', path, fields: {} };
  }
  const back = pick(trashed);
  return {
    act: 'restore',
    taskId: back,
    method: 'POST',
    path: `/teams/${teamId}/trash/${back}/restore`,
    fields: {},
  };
}

async function sendUntilAnswered(
  { client }: WriterSettings,
  step: Step,
  key: string,
  report: WriterReport,
): Promise<ApiResponse> {
  for (;;) {
    try {
      const response = await client.send(step.method, step.path, {
        ...(Object.keys(step.fields).length === 0 ? {} : { body: step.fields }),
        headers: { 'idempotency-key': key },
      });
      // 409 while the same request is still in flight: the previous server process may still hold its lock.
      const isOpen = response.status >= 500 || response.status === 409 || response.status === 429;
      if (!isOpen) return response;
    } catch {
      // Connection refused or broken: the outcome is unknown.
    }
    report.retries += 1;
    await sleep(RETRY_MS);
  }
}
