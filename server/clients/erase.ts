import { sql } from 'kysely'
import { writeAudit } from '#server/audit/write.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type DocumentType, documentKey } from '#server/documents/types.ts'
import type { Files } from '#server/ports.ts'
import { countActivation } from '#server/invitations/activation.ts'
import { deleteOrphanedAccounts } from './delete-orphaned-accounts.ts'
import { deleteKept } from './kept.ts'
import { holdClientRow } from './rows.ts'

const PAPERS = { visit_form: 'visit-form', attachment: 'attachment', invoice: 'invoice' } as const satisfies Record<
  string,
  DocumentType
>

/**
 * Erases a client with all that is its own: records, files, what its owner made, and the account unless it is somebody's still. The
 * audit trail keeps what was done, and forgets whom it was done to; nothing is left to undo a removal with. Answers the practice; undefined if there is no such client.
 */
export async function eraseClient(
  db: Database,
  files: Files,
  { clientId, now }: { clientId: string; now: Date },
): Promise<string | undefined> {
  // First: where this is killed, the client is there to be erased again.
  await eraseFiles(db, files, clientId)
  return await inTransaction(db, async (trx) => {
    const client = await holdClientRow(trx, clientId)
    if (!client) return undefined
    const { practice_id: practiceId, account_id: accountId, registered, activation } = client
    await trx
      .deleteFrom('logbook_entry')
      .where('patient_uuid', 'in', (query) =>
        query.selectFrom('patient').select('uuid').where('client_uuid', '=', clientId),
      )
      .execute()
    for (const table of ['reminder', 'visit_form', 'attachment', 'invoice', 'patient'] as const)
      await trx.deleteFrom(table).where('client_uuid', '=', clientId).execute()
    await deleteKept(trx, clientId)
    // With its cards, its weekly mails and its calendar.
    await trx.deleteFrom('client').where('uuid', '=', clientId).execute()
    if (accountId !== null) await deleteOrphanedAccounts(trx, practiceId, sql`(${accountId})`)
    const counted = registered === 1 ? 'registered' : 'unregistered'
    await trx
      .updateTable('client_count')
      .set((row) => ({ [counted]: row(counted, '-', 1) }))
      .where('practice_id', '=', practiceId)
      .execute()
    await countActivation(trx, practiceId, { from: activation, to: null })
    await forget(trx, practiceId, clientId)
    await writeAudit(trx, { practiceId, action: 'erased', now })
    return practiceId
  })
}

async function eraseFiles(db: Database, files: Files, clientId: string): Promise<void> {
  for (const [table, type] of Object.entries(PAPERS)) {
    const papers = await db
      // All three have these columns.
      .selectFrom(table as 'invoice')
      .select('uuid')
      .where('client_uuid', '=', clientId)
      .execute()
    for (const { uuid } of papers) {
      const key = documentKey({ type, uuid })
      await files.remove(key)
      await db.deleteFrom('file').where('key', '=', key).execute()
    }
  }
}

async function forget(trx: DatabaseTransaction, practiceId: string, clientId: string): Promise<void> {
  await trx
    .updateTable('audit')
    .set({ client_uuid: null, client_name: null })
    .where('practice_id', '=', practiceId)
    .where('client_uuid', '=', clientId)
    .execute()
}
