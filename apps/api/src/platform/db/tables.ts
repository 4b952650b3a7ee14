import type { Generated, JSONColumnType } from 'kysely';
import type { Plan, LimitedResource } from '@hearth/contracts/plans';
import type { GrantLevel, TeamRole } from '@hearth/contracts/permissions';
import type { Priority, StatusCategory } from '@hearth/contracts/task-values';

/** The tables as migrations 0002 to 0005 make them. Days are strings, bigints numbers, instants Dates. */
export interface Tables {
  users: {
    id: string;
    issuer: string;
    subject: string;
    email: string;
    name: string;
    image: string | null;
    created_at: Date;
    updated_at: Date;
  };
  sessions: {
    id: string;
    user_id: string;
    token_hash: Buffer;
    created_at: Date;
    signed_in_at: Date;
    last_used_at: Date;
    expires_at: Date;
    ends_at: Date;
    ended_at: Date | null;
    user_agent: Generated<string>;
  };
  used_identity_tokens: { token_hash: Buffer; session_id: string; expires_at: Date };
  refresh_handles: {
    handle_hash: Buffer;
    family_id: string;
    session_id: string | null;
    issuer: string;
    subject: string;
    refresh_token: Buffer;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  teams: {
    id: string;
    name: string;
    key: string;
    image: string | null;
    members_may_invite: Generated<boolean>;
    plan: Generated<Plan>;
    paid_until: Date | null;
    created_by: string;
    created_at: Date;
    deleted_at: Date | null;
    deleted_by: string | null;
  };
  memberships: { team_id: string; user_id: string; role: TeamRole; joined_at: Date; removed_at: Date | null };
  team_usage: { team_id: string; resource: LimitedResource; n: Generated<number>; lim: number | null };
  invites: {
    team_id: string;
    id: string;
    link_hash: Buffer;
    link_secret: Buffer;
    role: TeamRole;
    email: string | null;
    max_uses: number | null;
    uses: Generated<number>;
    created_by: string;
    created_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
  };
  invite_links: { link_hash: Buffer; in_team: string; invite_id: string };
  projects: {
    team_id: string;
    id: string;
    name: string;
    key: string;
    description: Generated<string>;
    color: string;
    position: string;
    created_by: string | null;
    created_at: Date;
    updated_at: Date;
    deleted_at: Date | null;
    deleted_by: string | null;
  };
  project_grants: {
    team_id: string;
    project_id: string;
    user_id: string;
    level: GrantLevel;
    granted_by: string | null;
    granted_at: Date;
  };
  work_keys: { team_id: string; key: string };
  statuses: {
    team_id: string;
    id: string;
    name: string;
    category: StatusCategory;
    color: string;
    position: string;
  };
  tasks: {
    team_id: string;
    id: string;
    number: number;
    project_id: string | null;
    title: string;
    description: Generated<string>;
    status_id: string;
    priority: Priority;
    due_date: string | null;
    position: string;
    created_by: string | null;
    created_at: Date;
    updated_at: Date;
    closed_at: Date | null;
    deleted_at: Date | null;
    deleted_by: string | null;
    deleted_with: string | null;
  };
  task_assignees: { team_id: string; task_id: string; user_id: string; assigned_at: Date };
  task_comments: {
    team_id: string;
    id: string;
    task_id: string;
    body: string;
    created_by: string | null;
    created_at: Date;
  };
  task_state_spans: {
    team_id: string;
    task_id: string;
    entered_at: Date;
    status_id: string;
    category: StatusCategory;
    left_at: Date | null;
    entered_by: string | null;
    ordinal: number;
  };
  team_heads: {
    team_id: string;
    seq: Generated<number>;
    last_task_number: Generated<number>;
    pruned_to: Generated<number>;
  };
  changes: {
    team_id: string;
    seq: number;
    ordinal: number;
    entity: string;
    entity_id: string;
    op: 'put' | 'delete' | 'access';
    data: JSONColumnType<Record<string, unknown>> | null;
    fields: string[] | null;
    scope: string;
    prev_scope: string | null;
    actor: string | null;
    mutation_id: string | null;
    at: Date;
  };
  history: {
    team_id: string;
    seq: number;
    ordinal: number;
    entity: string;
    entity_id: string;
    field: string;
    old_value: unknown;
    new_value: unknown;
    actor: string | null;
    at: Date;
  };
  audit_entries: {
    team_id: string;
    id: string;
    act: string;
    object: string;
    object_id: string | null;
    details: unknown;
    actor: string | null;
    at: Date;
  };
  answers: {
    user_id: string;
    id: string;
    route: string;
    path: string;
    idempotency_key: string | null;
    client_id: string | null;
    request_hash: Buffer;
    status: number;
    body: unknown;
    seq: number | null;
    at: Date;
  };
}
