import { REQUEST_KINDS } from '#contract/request.ts'
import type { RequestSettings } from '#contract/schemas/request.ts'
import { patient, request, requestSettings } from '#harness/builders.ts'
import { database } from '#harness/portal.tsx'

// Rows and queries of the tests of requests to the practice.

export const PRACTICE = 'de-waag'
export const TEMPLATES = ['Ligt morgen klaar.', 'Wij bellen u vandaag.']

/** Lets De Waag take all kinds of requests, and removes existing ones. */
export async function takesRequests(more: Partial<RequestSettings> = {}): Promise<void> {
  const db = database()
  for (const table of ['request_settings', 'request', 'request_count'] as const)
    await db.deleteFrom(table).where('practice_id', '=', PRACTICE).execute()
  const settings = { kinds: [...REQUEST_KINDS], templates: TEMPLATES, seenWithinDays: 1, ...more }
  await requestSettings(db, PRACTICE, settings)
}

export const owner = () =>
  database()
    .selectFrom('client')
    .selectAll()
    .where('email', '=', 'owner@mail.example')
    .where('practice_id', '=', PRACTICE)
    .executeTakeFirstOrThrow()

type Columns = Omit<Parameters<typeof request>[1], 'clientId' | 'accountId' | 'data' | 'answer'>

/** Adds a request of the owner. `data` has the fields without a column. */
export async function addRequest(
  data: object,
  { answer, ...columns }: Columns & { answer?: object } = {},
): Promise<string> {
  const { uuid, account_id } = await owner()
  return await request(database(), {
    clientId: uuid,
    accountId: account_id ?? '',
    sent_at: new Date().toISOString(),
    data: JSON.stringify(data),
    answer: answer ? JSON.stringify(answer) : null,
    ...columns,
  })
}

export const animal = async (name: string) => patient(database(), (await owner()).uuid, name)

export const requestOf = (uuid: string) =>
  database().selectFrom('request').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow()
