import type { QueryClient } from '@tanstack/react-query'
import type { IntlShape } from 'react-intl'
import { toCsv } from '#contract/csv.ts'
import { today } from '#src/lib/dates.ts'
import { CancelledError } from '#src/lib/call-error.ts'
import { linkedController } from '#src/lib/cancellation.ts'
import { saveFile } from '#src/lib/files/save.ts'
import { createSemaphore } from '#src/lib/semaphore.ts'
import { createArchive } from './archive.ts'
import { collectData } from './collect.ts'
import { listTitle } from './data.ts'
import { safeName, uniqueNames } from './file-names.ts'
import { fetchFiles } from './files.ts'
import { asJson } from './json.ts'
import { overviewOf } from './overview.ts'
import { documentsOf } from './documents.ts'
import { tablesOf } from './tables.ts'

/** So many calls at once, of all kinds together. */
const AT_ONCE = 3

export interface Progress {
  step: 'lists' | 'files'
  done: number
  total: number
}

interface Download {
  queryClient: QueryClient
  clientId: string
  practiceId: string
  /** The API tells where one is signed in. */
  withSessions: boolean
  /** So it does of the links to cards. */
  withSharedCards: boolean
  /** And whether one gets mails of what is due. */
  withReminderMails: boolean
  /** And what appointments there are. */
  withAppointments: boolean
  /** And what was asked of the practice. */
  withRequests: boolean
  /** And who has read or changed one's data. */
  withSeen: boolean
  intl: IntlShape
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/** Everything of one client as one file. Answers how much of it could not be had, and where that is told. */
export async function downloadData({ signal: outer, onProgress, ...download }: Download) {
  const ended = linkedController(outer)
  const { signal } = ended
  const tell = (step: Progress['step']) => (done: number, total: number) =>
    signal.aborted || onProgress({ step, done, total })
  try {
    return await pack({ ...download, signal, tell })
  } finally {
    // Fail fast: one failure aborts the other calls.
    ended.abort()
  }
}

interface Packing extends Omit<Download, 'onProgress'> {
  tell: (step: Progress['step']) => (done: number, total: number) => void
}

async function pack({
  queryClient,
  clientId,
  practiceId,
  withSessions,
  withSharedCards,
  withReminderMails,
  withAppointments,
  withRequests,
  withSeen,
  intl,
  signal,
  tell,
}: Packing) {
  const at = new Date()
  const data = await collectData({
    queryClient,
    clientId,
    practiceId,
    withSessions,
    withSharedCards,
    withReminderMails,
    withAppointments,
    withRequests,
    withSeen,
    intl,
    signal,
    gate: createSemaphore(AT_ONCE).run,
    onProgress: tell('lists'),
  })

  const archive = createArchive(at)
  const nameOf = uniqueNames()
  // Reserved first, so that no document gets one of them.
  const word = (id: 'client.myData.jsonFile' | 'client.myData.readMeFile') => safeName([intl.formatMessage({ id })])
  const jsonName = nameOf('', word('client.myData.jsonFile'), 'json')
  const overviewName = nameOf('', word('client.myData.readMeFile'), 'txt')
  const documents = documentsOf(data, intl)
  const { names, missing } = await fetchFiles(
    {
      data,
      collectedAt: at.getTime(),
      queryClient,
      clientId,
      documents,
      archive,
      nameOf,
      signal,
      onProgress: tell('files'),
    },
    AT_ONCE,
  )

  const tables = tablesOf(data, (uuid) => names.get(uuid), intl)
  const counts = tables.map(({ list, rows }) => ({ list, count: rows.length - 1 }))
  for (const { list, rows } of tables) {
    const name = nameOf('', safeName([listTitle(list, intl)]), 'csv')
    if (rows.length > 1) archive.text(name, toCsv(rows))
  }
  const folders = new Map<string, number>()
  for (const path of names.values()) {
    const [folder = ''] = path.split('/')
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  archive.text(jsonName, asJson(data, { names, missing, at }))
  archive.text(overviewName, overviewOf({ data, counts, folders, missing, jsonName, at }, intl))
  if (signal.aborted) throw new CancelledError('Cancelled')
  const title = intl.formatMessage({ id: 'client.myData.title' })
  saveFile(`${safeName([title, data.practice.name, today()])}.zip`, archive.finish())
  return { missing: missing.length + data.incomplete.length, overviewName }
}
