import { type Persona, personas } from '#mocks/personas.ts'
import { database } from '#harness/portal.tsx'

// Rows and queries of the tests of an owner's pages.

/** Returns the client uuid of a persona at De Waag. */
export async function clientOf(persona: Persona): Promise<string> {
  const { uuid } = await database()
    .selectFrom('client')
    .select('uuid')
    .where('email', '=', personas[persona])
    .where('practice_id', '=', 'de-waag')
    .executeTakeFirstOrThrow()
  return uuid
}

/** Returns the animals of a client, ordered by name. */
export const animalsOf = (clientId: string) =>
  database()
    .selectFrom('patient')
    .select(['uuid', 'name'])
    .where('client_uuid', '=', clientId)
    .orderBy('name')
    .execute()

const WAITING = ['estimate', 'form_task', 'request'] as const

/** Removes the estimates, forms and requests of a client, so that nothing waits for the owner, except those of a kind. */
export async function nothingWaits(clientId: string, except?: (typeof WAITING)[number]): Promise<void> {
  for (const table of WAITING.filter((each) => each !== except))
    await database()
      .deleteFrom(table as 'request')
      .where('client_uuid', '=', clientId)
      .execute()
}

interface Remembered {
  date: string
  description?: string
  patientName?: string
  patientUuid?: string
}

/** Adds an active reminder, and returns its uuid. */
export async function remind(clientId: string, { date, patientUuid, ...rest }: Remembered): Promise<string> {
  const uuid = crypto.randomUUID()
  const data = { uuid, date, active: true, description: 'Zorg', ...(patientUuid && { patientUuid }), ...rest }
  await database()
    .insertInto('reminder')
    .values({
      uuid,
      client_uuid: clientId,
      patient_uuid: patientUuid ?? null,
      date,
      active: 1,
      data: JSON.stringify(data),
    })
    .execute()
  return uuid
}
