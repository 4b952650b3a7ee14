import { assertNameFree } from './unique-names.queries.ts';
import { hasOptions } from '@hearth/contracts/custom-fields/custom-field-values';
import { checkFormula, findTooLarge } from '@hearth/contracts/custom-fields/formula-size-values';
import {
  FORMULA_FAULT_MESSAGES,
  toStoredFormula,
  listNamedFields,
} from '@hearth/contracts/custom-fields/formula-values';
import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import { LIMITS } from '@hearth/contracts/core/limits';
import { runCommand, type RequestKey, type CommandResult } from '#platform/commands/index.ts';
import { AppError, invalidField, notFound } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter } from '#platform/order-keys.ts';
import { insertField, lockFields, markDeleted, updateField } from './fields.queries.ts';

interface TeamUser {
  teamId: string;
  userId: string;
}
type FieldReply = { field: CustomField };

export async function createField(
  app: App,
  on: TeamUser,
  body: BodyOf<'fields.create'>,
  requestKey: RequestKey,
): Promise<CommandResult<FieldReply>> {
  assertPosition(body.position);
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { living } = await lockFields(command.tx);
    assertRoom(living);
    assertNameFree('field', body.name, living);
    const field: CustomField = {
      id: body.id ?? command.newId(),
      name: body.name,
      type: body.type,
      options: body.options ?? [],
      currency: body.currency ?? null,
      formula: null,
      result: null,
      position: body.position ?? makeKeyAfter(living.at(-1)?.position ?? null),
    };
    Object.assign(field, chooseFormula(body.formula ?? null, field.id, living));
    assertSmall(field, living);
    await insertField(command.tx, field);
    command.put('field', field.id, null, field, 'team');
    return { field };
  });
}

export async function changeField(
  app: App,
  on: TeamUser & { fieldId: string },
  body: BodyOf<'fields.update'>,
  requestKey: RequestKey,
): Promise<CommandResult<FieldReply>> {
  assertPosition(body.position);
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { living } = await lockFields(command.tx);
    const before = living.find(({ id }) => id === on.fieldId);
    if (before === undefined) throw notFound('This field');
    if (body.options !== undefined && body.options.length > 0 && !hasOptions(before.type))
      throw invalidField('options', 'only apply to select fields');
    if (body.currency !== undefined && before.type !== 'money')
      throw invalidField('currency', 'only applies to money fields');
    if (body.formula !== undefined && before.type !== 'formula')
      throw invalidField('formula', 'only applies to formula fields');
    const field: CustomField = {
      ...before,
      name: body.name ?? before.name,
      options: body.options ?? before.options,
      currency: body.currency ?? before.currency,
      position: body.position ?? before.position,
    };
    assertNameFree(
      'field',
      field.name,
      living.filter((one) => one !== before),
      before.name,
    );
    if (body.formula !== undefined) {
      Object.assign(field, chooseFormula(body.formula, field.id, living));
      assertSmall(field, living);
      assertNamable(
        field,
        before,
        living.map((one) => (one === before ? field : one)),
      );
    }
    await updateField(command.tx, field);
    command.put('field', field.id, before, field, 'team');
    return { field };
  });
}

/** Soft-deletes a field. Tasks keep its values, in case the field is restored. */
export async function removeField(
  app: App,
  on: TeamUser & { fieldId: string },
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { living } = await lockFields(command.tx);
    const field = living.find(({ id }) => id === on.fieldId);
    if (field === undefined) throw notFound('This field');
    assertUnnamed(field, living);
    await markDeleted(command.tx, field.id, command.now);
    command.remove('field', field.id, 'team');
    command.audit({ act: 'field.deleted', object: 'field', objectId: field.id, objectName: field.name });
    return null;
  });
}

/** Restores a deleted field together with its values. */
export async function restoreField(
  app: App,
  on: TeamUser & { fieldId: string },
  requestKey: RequestKey,
): Promise<CommandResult<FieldReply>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { living, deleted } = await lockFields(command.tx);
    const existing = living.find(({ id }) => id === on.fieldId);
    if (existing !== undefined) return { field: existing };
    const field = deleted.find(({ id }) => id === on.fieldId);
    if (field === undefined) throw notFound('This field');
    assertRoom(living);
    assertNameFree('field', field.name, living);
    // Since the deletion, formulas used by this field may have grown, and formulas that use it may have been restored.
    assertSmall(field, living);
    await markDeleted(command.tx, field.id, null);
    command.put('field', field.id, null, field, 'team');
    command.audit({ act: 'field.restored', object: 'field', objectId: field.id, objectName: field.name });
    return { field };
  });
}

/**
 * Returns a formula in its stored form and its result type.
 * @throws AppError INVALID_REQUEST or CIRCULAR, with a message about the field
 */
function chooseFormula(
  given: string | null,
  ownId: string,
  living: readonly CustomField[],
): Pick<CustomField, 'formula' | 'result'> {
  if (given === null) return { formula: null, result: null };
  const formula = toStoredFormula(given, living);
  const read = checkFormula(formula, living, ownId);
  if ('tree' in read) return { formula, result: read.tree.kind };
  const { kind, what } = read.fault;
  const message = `${FORMULA_FAULT_MESSAGES[kind]}${what === '' ? '' : ` (“${what}”)`}`;
  throw new AppError(kind === 'circle' ? 'CIRCULAR' : 'INVALID_REQUEST', `The formula ${message}.`, {
    errors: [{ path: 'formula', message }],
  });
}

/** Asserts that neither this formula nor any formula that depends on it is too large or circular. */
function assertSmall(field: CustomField, living: readonly CustomField[]): void {
  if (field.type !== 'formula') return;
  const found = findTooLarge(field, living);
  if (found === null) return;
  const { kind, field: other } = found;
  const reason = FORMULA_FAULT_MESSAGES[kind];
  const message =
    other.id === field.id ? reason : `is used by the formula of “${other.name}”, which ${reason}`;
  throw new AppError(kind === 'circle' ? 'CIRCULAR' : 'INVALID_REQUEST', `The formula ${message}.`, {
    errors: [{ path: 'formula', message }],
  });
}

/** Asserts that formulas that use this formula field remain valid. If there are any, its result type must not change. */
function assertNamable(field: CustomField, before: CustomField, living: readonly CustomField[]): void {
  for (const other of living) {
    if (other.formula === null || !listNamedFields(other.formula).includes(field.id)) continue;
    if (field.result === before.result && 'tree' in checkFormula(other.formula, living, other.id)) continue;
    const message = `is used by the formula of “${other.name}”, which would stop working`;
    throw new AppError('INVALID_STATE', `The formula ${message}.`, {
      errors: [{ path: 'formula', message }],
    });
  }
}

function assertUnnamed(field: CustomField, living: readonly CustomField[]): void {
  const other = living.find((one) => one.formula !== null && listNamedFields(one.formula).includes(field.id));
  if (other === undefined) return;
  throw new AppError(
    'INVALID_STATE',
    `The formula of “${other.name}” uses “${field.name}”. Change or delete that formula first.`,
  );
}

function assertRoom(living: readonly CustomField[]): void {
  if (living.length < LIMITS.fieldsPerTeam) return;
  throw new AppError(
    'INVALID_STATE',
    `A team can have up to ${LIMITS.fieldsPerTeam} fields. Delete one first.`,
  );
}
