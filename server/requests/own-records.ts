import { findRow } from '#server/db/one-row.ts'
import { type SqlBool, sql } from 'kysely'
import type { FieldProblem } from '#contract/schemas/problem.ts'
import { type RequestKind } from '#contract/request.ts'
import { needsCare } from '#contract/request-rules.ts'
import type { DatabaseTransaction, RequestData } from '#server/db/schema.ts'
import { isFormer, reminderConcernsCurrent } from '#server/db/patient-state.ts'
import { reject } from './content.ts'

interface Named {
  clientId: string
  accountId: string
  kind: RequestKind
  patientId: string | undefined
  formerId: string | undefined
  data: RequestData
}

/**
 * Throws `validation-failed` if the request refers to unknown records or records of another client. Also throws if
 * it asks for care for an animal that has died or left.
 */
export async function requireOwnRecords(
  trx: DatabaseTransaction,
  { clientId, accountId, kind, patientId, formerId, data }: Named,
): Promise<void> {
  const errors: FieldProblem[] = []
  const check = async (uuid: string | undefined, pointer: string, find: (uuid: string) => Promise<unknown>) => {
    if (uuid !== undefined && !(await find(uuid))) errors.push({ pointer, code: 'unknownValue' })
  }
  const ofClient =
    (table: 'patient' | 'reminder' | 'visit_form' | 'appointment' | 'estimate', isCurrent = sql<SqlBool>`1 = 1`) =>
    (uuid: string) =>
      trx
        .selectFrom(table)
        .select('uuid')
        .where('uuid', '=', uuid)
        .where('client_uuid', '=', clientId)
        .where(isCurrent)
        .executeTakeFirst()
  const isCare = needsCare({ kind, wish: data.wish })

  await check(patientId, '#/patientUuid', ofClient('patient', isCare ? sql`not ${isFormer('patient')}` : undefined))
  const reminderOfClient = ofClient('reminder', isCare ? reminderConcernsCurrent : undefined)
  await check(data.reminderUuid, '#/reminderUuid', reminderOfClient)
  for (const [place, uuid] of (data.reminderUuids ?? []).entries()) {
    await check(uuid, `#/reminderUuids/${place}`, reminderOfClient)
  }
  await check(data.appointmentUuid, '#/appointmentUuid', ofClient('appointment'))
  await check(data.estimateUuid, '#/estimateUuid', ofClient('estimate'))
  await check(formerId, '#/formerUuid', (uuid) =>
    findRow(trx, 'request', { uuid, client_uuid: clientId, account_id: accountId }, ['uuid']),
  )
  for (const [place, { visitFormUuid, logbookEntryUuid }] of (data.products ?? []).entries()) {
    await check(visitFormUuid, `#/products/${place}/visitFormUuid`, ofClient('visit_form'))
    await check(logbookEntryUuid, `#/products/${place}/logbookEntryUuid`, (uuid) =>
      trx
        .selectFrom('logbook_entry')
        .innerJoin('patient', 'patient.uuid', 'logbook_entry.patient_uuid')
        .select('logbook_entry.uuid')
        .where('logbook_entry.uuid', '=', uuid)
        .where('patient.client_uuid', '=', clientId)
        .executeTakeFirst(),
    )
  }
  if (errors.length > 0) reject(...errors)
}
