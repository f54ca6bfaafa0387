import type { QueryClient } from '@tanstack/react-query'
import * as paths from '#contract/later-paths.ts'
import type { UndoneRemoval } from '#contract/schemas/client.ts'
import { CallError } from '#src/lib/call-error.ts'
import { createSemaphore } from '#src/lib/semaphore.ts'
import { type AuditEntry, auditQueries, getRemovals } from './access-log.ts'
import { api } from './http.ts'
import { practiceKey } from './scope.ts'
import { read } from './response-readers.ts'

const CONCURRENCY = 3

export const readUndone = read.one(
  read.record<UndoneRemoval>({
    records: read.number,
    restored: read.requiredNumber,
    otherAccount: read.requiredNumber,
    registered: read.requiredNumber,
    addressChanged: read.requiredNumber,
  }),
)

const NOTHING = {
  /** Restored records that an export had removed. */
  records: 0,
  /** Clients registered again. */
  restored: 0,
  /** Clients registered again with another account, and so without the data that the owner had created. */
  otherAccount: 0,
  /** Clients that remain removed. */
  left: 0,
}
export type Undone = typeof NOTHING

/** Whether a removal can no longer be undone. */
export const isPast = (error: unknown) =>
  error instanceof CallError && (error.code === 'not-undoable' || error.code === 'not-found')

/** Returns the id of the latest removal of a client, if it can be undone and is among the latest removals. */
async function removalOf(practiceId: string, clientId: string): Promise<string | undefined> {
  const removals = await getRemovals(practiceId)
  return removals.find(({ client }) => client?.uuid === clientId)?.undo?.removal
}

/** Undoes the removal of a client; null if none is found. */
export async function undoRemovalOf(queryClient: QueryClient, practiceId: string, clientId: string) {
  const removal = await removalOf(practiceId, clientId)
  if (removal === undefined) return null
  return undoRemovals(queryClient, { practiceId, removals: [removal], onProgress: () => {} })
}

/** Returns the ids of the removals of an audit entry that can be undone. */
export async function removalsOf(queryClient: QueryClient, practiceId: string, entry: AuditEntry, search: string) {
  if (!entry.run) return entry.undo?.removal === undefined ? [] : [entry.undo.removal]
  const entries = await queryClient.query({ ...auditQueries.run(practiceId, entry, search), staleTime: 0 })
  return entries.flatMap(({ undo }) => undo?.removal ?? [])
}

/**
 * Undoes removals, and invalidates the data of the practice. Among several, one that cannot be undone is counted, and any other failure
 * stops the rest, which can be undone later.
 */
export async function undoRemovals(
  queryClient: QueryClient,
  {
    practiceId,
    removals,
    onProgress,
  }: { practiceId: string; removals: readonly string[]; onProgress: (done: number) => void },
): Promise<Undone> {
  const { run, stop } = createSemaphore(CONCURRENCY)
  const sum = { ...NOTHING }
  let done = 0
  const one = async (removal: string) => {
    try {
      const undone = readUndone(await api.post(paths.undoneRemoval(practiceId, removal), { silent: true }))
      sum.records += undone.records ?? 0
      sum.restored += undone.restored
      sum.otherAccount += undone.otherAccount
      sum.left += undone.addressChanged
    } catch (error) {
      if (removals.length === 1 || !isPast(error)) {
        stop()
        throw error
      }
      sum.left += 1
    }
    done += 1
    onProgress(done)
  }
  const ended = await Promise.allSettled(removals.map((removal) => run(() => one(removal))))
  void queryClient.invalidateQueries({ queryKey: practiceKey(practiceId) })
  // The first failure; later ones were cancelled because of it.
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return sum
}
