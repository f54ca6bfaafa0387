import { createNoteOnce } from '#server/access-log/record-once.ts'
import type { Services } from '#server/context.ts'
import type { ClientReadingTable } from '#server/db/schema.ts'
import { localDay } from '#server/local-day.ts'

/** An account, or the practice's own system by the name of its key. */
export type Reader = { accountId: string } | { keyName: string }

interface Reading {
  reader: Reader
  practiceId: string
  clientIds: readonly string[]
}

export type NoteReading = (reading: Reading) => Promise<void>

/**
 * Notes by day who reads a client outside of viewing as it, which is in the audit trail. A list that is paged through is not a
 * reading of the clients in it. A failure is logged, and the read goes on.
 */
export function createNoteReading({
  db,
  clock,
  log,
  pseudonymOf,
}: Pick<Services, 'db' | 'clock' | 'log' | 'pseudonymOf'>): NoteReading {
  const noteOnce = createNoteOnce(clock)

  return async ({ reader, practiceId, clientIds }) => {
    const day = localDay(clock())
    const by =
      'accountId' in reader
        ? { account_id: reader.accountId, key_name: '' }
        : { account_id: '', key_name: reader.keyName }
    const rows = new Map<string, ClientReadingTable>(
      clientIds.map((id) => [
        JSON.stringify([day, practiceId, by, id]),
        { client_uuid: id, day, practice_id: practiceId, ...by },
      ]),
    )
    await noteOnce({
      keys: [...rows.keys()],
      write: (fresh) =>
        db
          .insertInto('client_reading')
          .values(fresh.flatMap((key) => rows.get(key) ?? []))
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      failed: async () => {
        const account = 'accountId' in reader ? await pseudonymOf('account', reader.accountId) : undefined
        log('error', 'audit-failed', { action: 'read', account, clients: clientIds.length })
      },
    })
  }
}
