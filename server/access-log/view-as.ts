import type { ClientRow } from '#server/db/schema.ts'
import type { Identity, Services } from '#server/context.ts'
import { createNoteOnce } from './record-once.ts'
import { writeViewAs } from './write.ts'

export type AuditViewAs = (identity: Identity, client: ClientRow) => Promise<void>

/** Records, once per session and client, that staff view a client's records. A failure is logged. */
export function createAuditViewAs({
  db,
  clock,
  log,
  pseudonymOf,
}: Pick<Services, 'db' | 'clock' | 'log' | 'pseudonymOf'>): AuditViewAs {
  const noteOnce = createNoteOnce(clock)
  return (by, client) =>
    noteOnce({
      keys: [`${by.sessionId} ${client.uuid}`],
      write: () => {
        const event = { practiceId: client.practice_id, by, action: 'viewed-as' as const, client, now: clock() }
        return writeViewAs(db, event, by.sessionId)
      },
      failed: async () => {
        const account = await pseudonymOf('account', by.accountId)
        log('error', 'audit-failed', { action: 'viewed-as', account, client: client.uuid })
      },
    })
}
