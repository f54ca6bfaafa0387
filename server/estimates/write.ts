import type { EstimateBody } from '#contract/schemas/estimate.ts'
import type { FieldProblem } from '#contract/schemas/problem.ts'
import { lockClientRow } from '#server/clients/rows.ts'
import { findRow } from '#server/db/one-row.ts'
import { isOneOf } from '#server/db/in-batches.ts'
import type { DatabaseTransaction, EstimateTable } from '#server/db/schema.ts'
import { ProblemError } from '#server/http/problem.ts'
import { estimateColumns } from './columns.ts'
import { type Change, followEstimate } from './follow.ts'
import { numberEstimates } from './number.ts'

interface Target extends Change {
  practiceId: string
  estimateId: string
}

/**
 * Creates or replaces an estimate. The same content again changes nothing. Throws `estimate-of-system` for staff who
 * change an estimate of the practice's system, and `conflict` for another `formerHash` than the present one.
 */
export async function putEstimate(
  trx: DatabaseTransaction,
  { practiceId, estimateId, estimate, ...change }: Target & { estimate: EstimateBody },
): Promise<{ isNew: boolean }> {
  const { formerHash, ...given } = estimate
  const uuid = estimateId.toLowerCase()
  const clientUuid = given.clientUuid.toLowerCase()
  const content = { ...lowerAnimal(given), lines: given.lines.map(lowerAnimal) }
  const present = await lockEstimate(trx, { practiceId, estimateId: uuid, clientUuid })
  if (present) requireMayChange(present, change)
  if (present && formerHash !== undefined && formerHash !== present.hash) throw new ProblemError('conflict')
  await requireOwnAnimals(trx, { ...content, clientUuid })
  const { withdrawn, ...columns } = estimateColumns({ ...content, uuid, clientUuid })
  const row = { ...columns, ...(withdrawn !== null && { withdrawn }) }
  if (present) await trx.updateTable('estimate').set(row).where('uuid', '=', uuid).execute()
  else
    await trx
      .insertInto('estimate')
      .values({ ...row, practice_id: practiceId, from_portal: change.by ? 1 : 0 })
      .execute()
  await followEstimate(trx, uuid, change)
  await numberEstimates(trx)
  return { isNew: !present }
}

/** Withdraws an estimate, or reopens it. Repeating the call changes nothing. */
export async function withdrawEstimate(
  trx: DatabaseTransaction,
  { practiceId, estimateId, withdrawn, ...change }: Target & { withdrawn: boolean },
): Promise<void> {
  const uuid = estimateId.toLowerCase()
  const present = await lockEstimate(trx, { practiceId, estimateId: uuid })
  if (!present) throw new ProblemError('not-found')
  requireMayChange(present, change)
  await trx
    .updateTable('estimate')
    .set({ withdrawn: withdrawn ? 1 : 0 })
    .where('uuid', '=', uuid)
    .execute()
  await followEstimate(trx, uuid, change)
  await numberEstimates(trx)
}

/**
 * Locks the client of an estimate, and returns the estimate if it exists. Throws `not-found` for a client or estimate
 * of another practice, and for an estimate of another client.
 */
async function lockEstimate(
  trx: DatabaseTransaction,
  { practiceId, estimateId, clientUuid }: { practiceId: string; estimateId: string; clientUuid?: string },
): Promise<EstimateTable | undefined> {
  const owner = await findRow(trx, 'estimate', { uuid: estimateId }, ['client_uuid'])
  const clientId = clientUuid ?? owner?.client_uuid
  if (clientId === undefined || (owner && owner.client_uuid !== clientId)) throw new ProblemError('not-found')
  const client = await lockClientRow(trx, clientId)
  if (client?.practice_id !== practiceId) throw new ProblemError('not-found')
  const estimate = await trx.selectFrom('estimate').selectAll().where('uuid', '=', estimateId).executeTakeFirst()
  // An import may have given it to another client before the lock.
  if (estimate && estimate.client_uuid !== clientId) throw new ProblemError('conflict')
  return estimate
}

const lowerAnimal = <Named extends { patientUuid?: string | undefined }>(named: Named): Named => ({
  ...named,
  ...(named.patientUuid !== undefined && { patientUuid: named.patientUuid.toLowerCase() }),
})

/** The next export would overwrite a change by staff. */
function requireMayChange({ from_portal: fromPortal }: EstimateTable, { by }: Change): void {
  if (by && fromPortal === 0) throw new ProblemError('estimate-of-system')
}

/** Throws `validation-failed` if the estimate names an animal of another client. */
async function requireOwnAnimals(trx: DatabaseTransaction, estimate: EstimateBody): Promise<void> {
  const named = [
    ['#/patientUuid', estimate.patientUuid] as const,
    ...estimate.lines.map(({ patientUuid }, at) => [`#/lines/${at}/patientUuid`, patientUuid] as const),
  ].flatMap(([pointer, uuid]) => (uuid === undefined ? [] : [{ pointer, uuid }]))
  if (named.length === 0) return
  const uuids = [...new Set(named.map(({ uuid }) => uuid))]
  const rows = await trx
    .selectFrom('patient')
    .select('uuid')
    .where('client_uuid', '=', estimate.clientUuid)
    .where(isOneOf(trx, 'uuid', uuids))
    .execute()
  const known = new Set(rows.map(({ uuid }) => uuid))
  const errors = named.flatMap(({ pointer, uuid }): FieldProblem[] =>
    known.has(uuid) ? [] : [{ pointer, code: 'unknownValue' }],
  )
  if (errors.length > 0) throw new ProblemError('validation-failed', { errors })
}
