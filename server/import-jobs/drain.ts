import { deliverOutbox } from '#server/mail/outbox.ts'
import { withoutMessage } from '#server/http/problem.ts'
import { reasonOf } from '#server/import/reasons.ts'
import type { Imports, Ports, StoredExport } from '#server/ports.ts'
import { parseStored } from '#server/db/stored.ts'
import { createDrain } from '#server/queue/lease.ts'
import { progressOf } from './csv-changes.ts'
import { uploaderOf } from './csv-queries.ts'
import { linkSentFiles } from './sent-files.ts'
import { rejectUnconfirmed, rejectRevoked } from './confirmation.ts'
import { ImportError } from './import-error.ts'
import {
  adoptRuns,
  interruptRun,
  interruptLost,
  leaseNext,
  rejectRun,
  release,
  renewLease,
  requeue,
  pendingOf,
} from './queue.ts'

type Loading = Pick<Ports, 'db' | 'clock' | 'files' | 'log' | 'mail' | 'stopping'> & {
  settings: Pick<Ports['settings'], 'publicUrl' | 'limits'>
  imports: Imports
}

/** Loads the exports that wait on this server, one after the other. */
export const drainImports = createDrain<Loading>({
  queueOf: ({ imports }) => imports,
  pass: loadWaiting,
  failed: ({ log }, error) => log('error', 'imports-failed', withoutMessage(error)),
})

async function loadWaiting(ports: Loading): Promise<void> {
  const { db, clock, log, stopping, settings, imports } = ports
  const { server } = imports
  const discard = (id: string) => imports.remove(id).catch(() => log('warn', 'export-not-removed', { run: id }))
  for (;;) {
    if (stopping?.aborted) return
    for (const id of await rejectRevoked(db, clock())) await discard(id)
    const run = await leaseNext(db, { server, now: clock() })
    if (!run) return
    const { id, practice_id: practiceId, key_name: keyName } = run
    const stored: StoredExport = {
      id,
      practiceId,
      keyName,
      isConfirmed: run.confirmed === 1,
      isCheck: run.is_check === 1,
      csv: (run.csv && parseStored('csvMapping', run.csv)) ?? undefined,
      isUploaded: run.sequence < 0,
      by: run.sequence < 0 ? await uploaderOf(db, id) : undefined,
    }
    const start = performance.now()
    try {
      const { filesLeft, isUnconfirmed, isKept, ...counts } = await imports.load(stored, progressOf(db, id))
      if (filesLeft !== undefined) log('warn', 'files-not-removed', { run: id, code: filesLeft })
      const ms = Math.round(performance.now() - start)
      const fields = { run: id, ms, ...counts }
      if (isKept) {
        log('info', 'import-checked', fields)
        continue
      }
      if (isUnconfirmed) {
        log('info', 'import-unconfirmed', fields)
        await deliverOutbox(ports)
        continue
      }
      if (stored.isCheck) log('info', 'import-checked', fields)
      else {
        log('info', 'imported', fields)
        await linkSentFiles({ ...ports, practiceId })
      }
    } catch (error) {
      const { failure, cause } =
        error instanceof ImportError ? error : new ImportError('failed', { cause: withoutMessage(error) })
      log(failure === 'failed' ? 'error' : 'warn', 'import-not-loaded', { run: id, failure, cause })
      if (failure === 'later' || failure === 'stopped') {
        await requeue(db, id, server)
        return
      }
      if (failure === 'taken') continue
      const serverTime = { server, now: clock() }
      if (failure === 'overdue')
        await rejectRun(db, id, serverTime, reasonOf('overdue', String(settings.limits.importRunMs / 1000)))
      else await interruptRun(db, id, serverTime)
      // An admin can check the uploaded file again.
      if (stored.isUploaded) continue
    }
    await discard(id)
    await deliverOutbox(ports)
  }
}

/**
 * Adopts, rejects and deletes import runs. Called at the start of a server and then at an interval. `isAlone` means that no
 * other server uses the database.
 */
export async function maintainImports(ports: Loading, { isAlone }: { isAlone: boolean }): Promise<void> {
  const { db, clock, imports } = ports
  const serverTime = { server: imports.server, now: clock(), isAlone }
  const stored = await imports.stored()
  await renewLease(db, serverTime)
  await adoptRuns(db, stored, serverTime)
  await interruptLost(db, serverTime)
  await rejectUnconfirmed(db, serverTime.now)
  await imports.deleteOrphans((ids) => pendingOf(db, ids))
  await drainImports(ports)
}

/** Releases the leases of this server; the last step of a stop. */
export async function releaseImports({ db, clock, log, imports }: Loading): Promise<void> {
  await release(db, { server: imports.server, now: clock() }).catch((error: unknown) =>
    log('warn', 'imports-not-left', withoutMessage(error)),
  )
}
