import type { QueryClient } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import type { UndoneRemoval } from '#contract/schemas/client.ts'
import { CallError } from '#src/lib/call-error.ts'
import { createSemaphore } from '#src/lib/semaphore.ts'
import { type AuditEntry, auditQueries, getRemovals } from './access-log.ts'
import { api } from './http.ts'
import { practiceKey } from './scope.ts'
import { read } from './tolerate.ts'

const AT_ONCE = 3

export const readUndone = read.one(
  read.record<UndoneRemoval>({
    records: read.number,
    restored: read.requiredNumber,
    otherAccount: read.requiredNumber,
    registered: read.requiredNumber,
    addressChanged: read.requiredNumber,
  }),
)

export interface Undone {
  /** Records that an export had removed and that are there again. */
  records: number
  /** Are registered again. */
  restored: number
  /** Of those: without what they had. */
  otherAccount: number
  /** Stay removed. */
  left: number
}

/** Whether none of the clients can come back, or it is too late. */
export const isPast = (error: unknown) =>
  error instanceof CallError && (error.code === 'not-undoable' || error.code === 'not-found')

async function undo(practiceId: string, removal: string): Promise<Undone> {
  const {
    records = 0,
    restored,
    otherAccount,
    addressChanged,
  } = readUndone(await api.post(paths.undoneRemoval(practiceId, removal), { silent: true }))
  return { records, restored, otherAccount, left: addressChanged }
}

/** The latest removal of a client, where it can be undone; undefined where the latest removals hold none. */
async function removalOf(practiceId: string, clientId: string): Promise<string | undefined> {
  const removals = await getRemovals(practiceId)
  return removals.find(({ client }) => client?.uuid === clientId)?.undo?.removal
}

/** Undoes the removal of one client, of which only the client is known. */
export async function undoRemovalOf(queryClient: QueryClient, practiceId: string, clientId: string) {
  const removal = await removalOf(practiceId, clientId)
  if (removal === undefined) return null
  return undoRemovals(queryClient, { practiceId, removals: [removal], onProgress: () => {} })
}

/** The removals that an entry of the trail stands for and that can be undone. */
export async function removalsOf(queryClient: QueryClient, practiceId: string, entry: AuditEntry, search: string) {
  if (!entry.run) return entry.undo?.removal === undefined ? [] : [entry.undo.removal]
  const entries = await queryClient.query({ ...auditQueries.run(practiceId, entry, search), staleTime: 0 })
  return entries.flatMap(({ undo }) => undo?.removal ?? [])
}

/**
 * Undoes each, and has the lists and the trail read anew. Of many, one that cannot be undone is counted, and any other failure ends
 * it: what is left can be undone later.
 */
export async function undoRemovals(
  queryClient: QueryClient,
  {
    practiceId,
    removals,
    onProgress,
  }: { practiceId: string; removals: readonly string[]; onProgress: (done: number) => void },
): Promise<Undone> {
  const { run, stop } = createSemaphore(AT_ONCE)
  const sum: Undone = { records: 0, restored: 0, otherAccount: 0, left: 0 }
  let done = 0
  const one = async (removal: string) => {
    try {
      const { records, restored, otherAccount, left } = await undo(practiceId, removal)
      sum.records += records
      sum.restored += restored
      sum.otherAccount += otherAccount
      sum.left += left
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
  // What was cancelled is so because of one that failed before it.
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return sum
}
