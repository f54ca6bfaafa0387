import { deliverOutbox } from '#server/mail/outbox.ts'
import { outline } from '#server/http/problem.ts'
import { reasonOf } from '#server/import/reasons.ts'
import type { Imports, Ports } from '#server/ports.ts'
import { ImportError } from './import-error.ts'
import { beginNext, interrupt, keepRuns, leaveRuns, putBack, refuse, unfinishedOf } from './queue.ts'

type Line = Pick<Ports, 'db' | 'clock' | 'log' | 'mail' | 'stopping' | 'imports'> & {
  settings: Pick<Ports['settings'], 'publicUrl' | 'limits'>
}

const rounds = new WeakMap<Imports, { again: boolean; done: Promise<void> }>()

/**
 * Loads the exports that wait on this server, one after the other, until there are none; never rejects. Overlapping calls are
 * coalesced into one more round after the running one.
 */
export function runLine(ports: Line): Promise<void> {
  const { imports, log } = ports
  if (!imports) return Promise.resolve()
  const running = rounds.get(imports)
  if (running) {
    running.again = true
    return running.done
  }
  const round = { again: true, done: Promise.resolve() }
  rounds.set(imports, round)
  round.done = (async () => {
    try {
      while (round.again) {
        round.again = false
        await runWaiting(ports, imports)
      }
    } catch (error) {
      log('error', 'imports-failed', outline(error))
    } finally {
      rounds.delete(imports)
    }
  })()
  return round.done
}

async function runWaiting(ports: Line, imports: Imports): Promise<void> {
  const { db, clock, log, stopping, settings } = ports
  const { server } = imports
  for (;;) {
    if (stopping?.aborted) return
    const run = await beginNext(db, { server, now: clock() })
    if (!run) return
    const { id, practice_id: practiceId, key_name: keyName } = run
    const start = performance.now()
    try {
      const { filesLeft } = await imports.load({ id, practiceId, keyName })
      if (filesLeft !== undefined) log('warn', 'files-not-removed', { run: id, code: filesLeft })
      log('info', 'imported', { run: id, ms: Math.round(performance.now() - start) })
    } catch (error) {
      const { failure, cause } =
        error instanceof ImportError ? error : new ImportError('failed', { cause: outline(error) })
      log(failure === 'failed' ? 'error' : 'warn', 'import-not-loaded', { run: id, failure, cause })
      if (failure === 'later' || failure === 'stopped') {
        await putBack(db, id, { server, isTried: false })
        return
      }
      if (failure === 'taken') continue
      const here = { server, now: clock() }
      if (failure === 'overdue')
        await refuse(db, id, here, reasonOf('overdue', String(settings.limits.importRunMs / 1000)))
      else await interrupt(db, id, here)
    }
    await imports.remove(id).catch(() => log('warn', 'export-not-removed', { run: id }))
    await deliverOutbox(ports)
  }
}

/** What the server does at its start and then every so often. `isAlone`: no other server is on its database. */
export async function keepLine(ports: Line, { isAlone }: { isAlone: boolean }): Promise<void> {
  const { db, clock, imports } = ports
  if (!imports) return
  await keepRuns(db, { server: imports.server, now: clock(), kept: await imports.kept(), isAlone })
  await imports.tidy((ids) => unfinishedOf(db, ids))
  await runLine(ports)
}

/** The last thing that it does. */
export async function leaveLine({ db, clock, log, imports }: Line): Promise<void> {
  if (!imports) return
  await leaveRuns(db, { server: imports.server, now: clock() }).catch((error: unknown) =>
    log('warn', 'imports-not-left', outline(error)),
  )
}
