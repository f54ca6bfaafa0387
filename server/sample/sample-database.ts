import { SAMPLE_CLIENT_ID } from '#contract/client.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Database } from '#server/db/schema.ts'
import { addQuestions } from '#server/demo/appointments.ts'
import { createDays } from '#server/demo/days.ts'
import { OWNER, makeOwner } from '#server/demo/owner.ts'
import { addAnswers, sendEstimates } from '#server/demo/estimates.ts'
import { createRandom } from '#server/demo/random.ts'
import { addForms } from '#server/demo/forms.ts'
import { addRequests } from '#server/demo/requests.ts'
import { loadExport } from '#server/import/load.ts'
import type { ExportRecord } from '#server/import/records.ts'
import type { Ports } from '#server/ports.ts'

/** Practice of the sample client. Responses about a client do not name its practice. */
export const SAMPLE_PRACTICE_ID = 'sample'
const STAFF = 'staff@mail.example'

/** Returns a new database in memory with the sample client only. Dates are relative to `now`. */
export async function openSampleDatabase(
  { memoryDatabase }: Pick<Ports, 'memoryDatabase'>,
  now: Date,
): Promise<Database> {
  const db = await memoryDatabase()
  await migrate(db, 'sqlite')
  const lines = sampleRecords(now).map((record, index) => ({ line: index + 1, record }))
  const { problems } = await loadExport(db, [lines], {
    practiceId: null,
    now,
    async andThen(trx) {
      const account = {
        id: crypto.randomUUID(),
        username: STAFF,
        language: 'nl',
        created_at: now.toISOString(),
      } as const
      await trx.insertInto('account').values(account).execute()
      await addForms(trx, { practiceId: SAMPLE_PRACTICE_ID, staff: STAFF, now })
      await addQuestions(trx, { practiceId: SAMPLE_PRACTICE_ID, email: OWNER, now })
      await addRequests(trx, { now, photo: undefined, practiceId: SAMPLE_PRACTICE_ID, staff: STAFF })
      await sendEstimates(trx, now)
      await addAnswers(trx, now)
    },
  })
  if (problems.count > 0) throw new Error(`The sample data are wrong: ${JSON.stringify(problems.first)}`)
  return db
}

/** Returns the records of the showcase owner, without files and without the demo practice's payment page. */
function sampleRecords(now: Date): ExportRecord[] {
  const owner = makeOwner(createRandom(2026), createDays(now), SAMPLE_PRACTICE_ID, SAMPLE_CLIENT_ID)
  return [
    { record: 'practice', id: SAMPLE_PRACTICE_ID, name: 'Sample', locked: false },
    ...owner.map((record): ExportRecord => {
      if (record.record === 'attachment') return { ...record, fileName: undefined, sizeBytes: undefined }
      return record.record === 'invoice' ? { ...record, paymentUrl: undefined } : record
    }),
  ]
}
