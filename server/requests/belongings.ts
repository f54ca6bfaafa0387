import type { FieldProblem } from '#contract/problem.ts'
import type { DatabaseTransaction, RequestData } from '#server/db/schema.ts'
import { refuse } from './content.ts'

interface Named {
  clientId: string
  accountId: string
  patientId: string | undefined
  formerId: string | undefined
  data: RequestData
}

/** Throws `validation-failed` for what is another client's, or not there. */
export async function requireBelongings(
  trx: DatabaseTransaction,
  { clientId, accountId, patientId, formerId, data }: Named,
): Promise<void> {
  const errors: FieldProblem[] = []
  const check = async (uuid: string | undefined, pointer: string, find: (uuid: string) => Promise<unknown>) => {
    if (uuid !== undefined && !(await find(uuid))) errors.push({ pointer, code: 'unknownValue' })
  }
  const ofClient = (table: 'patient' | 'reminder' | 'visit_form' | 'appointment') => (uuid: string) =>
    trx.selectFrom(table).select('uuid').where('uuid', '=', uuid).where('client_uuid', '=', clientId).executeTakeFirst()

  await check(patientId, '#/patientUuid', ofClient('patient'))
  await check(data.reminderUuid, '#/reminderUuid', ofClient('reminder'))
  await check(data.appointmentUuid, '#/appointmentUuid', ofClient('appointment'))
  await check(formerId, '#/formerUuid', (uuid) =>
    trx
      .selectFrom('request')
      .select('uuid')
      .where('uuid', '=', uuid)
      .where('client_uuid', '=', clientId)
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
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
  if (errors.length > 0) refuse(...errors)
}
