import type { QueryClient } from '@tanstack/react-query'
import type { LogbookEntry } from '#contract/logbook.ts'
import type { Patient } from '#contract/patient.ts'
import { getOwnClient } from '#src/api/clients.ts'
import { getLogbook } from '#src/api/logbook.ts'
import { getPatients } from '#src/api/patients.ts'
import { getPractice } from '#src/api/practices.ts'
import { getSharedCards } from '#src/api/shared-cards.ts'
import { CallError } from '#src/lib/call-error.ts'
import { getReminderMails } from '#src/api/reminder-mails.ts'
import { getAccount, getUserSessions } from '#src/api/account.ts'
import type { Account, Incomplete, ListName, MyData } from './data.ts'
import { type Calls, documentList, reminderList } from './lists.ts'
import type { WholeList } from '#src/api/pages.ts'

/** All that the calendar of the portal knows (spec §5). */
const EVER = { startDate: '1900-01-01', endDate: '9999-12-31' }
/** Account, client, practice, reminders active and not, invoices, visit forms, four of attachments. */
const OTHER_LISTS = 11

interface Collecting extends Calls {
  queryClient: QueryClient
  practiceId: string
  withSessions: boolean
  withSharedCards: boolean
  withReminderMails: boolean
  onProgress: (done: number, total: number) => void
}

const isMissing = ({ status }: CallError) => status === 404

/** Null where the API does not have it: all else is still worth having. */
const unlessMissing = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof CallError && isMissing(error)) return null
    throw error
  })

/** Everything of one client, or a failure: half of one's data is worth nothing. */
export async function collectData({
  onProgress,
  queryClient,
  practiceId,
  withSessions,
  withSharedCards,
  withReminderMails,
  ...calls
}: Collecting): Promise<MyData> {
  const { clientId, signal, gate } = calls
  const offered = await unlessMissing(gate(() => getPatients(clientId, { signal, expects: isMissing })))
  const patients = offered ?? []
  const total = OTHER_LISTS + patients.length
  let done = 0
  const counted = async <T>(list: Promise<T>): Promise<T> => {
    const answer = await list
    onProgress((done += 1), total)
    return answer
  }
  onProgress(done, total)

  const incomplete: Incomplete[] = offered ? [] : [{ list: 'patients', why: 'notOffered' }]
  const all = <T>(list: ListName, found: WholeList<T> | null): T[] => {
    if (!found) incomplete.push({ list, why: 'notOffered' })
    else if (found.all.length < found.total)
      incomplete.push({ list, why: 'partly', count: found.all.length, total: found.total })
    return found?.all ?? []
  }
  const readAccount = async (): Promise<Account> => {
    const user = await gate(() => getAccount({ signal }))
    return {
      ...user,
      ...(withSessions && { sessions: await gate(() => getUserSessions({ signal })) }),
      ...(withReminderMails && { reminderMails: await gate(() => getReminderMails(clientId, { signal })) }),
    }
  }
  const readLogbook = async ({ uuid, name }: Patient): Promise<[string, LogbookEntry[]]> => {
    const logbook = gate(() => getLogbook(clientId, uuid, EVER, { signal, expects: isMissing }))
    const entries = await counted(unlessMissing(logbook))
    if (!entries) incomplete.push({ list: 'logbook', of: name, why: 'notOffered' })
    return [uuid, entries ?? []]
  }

  // Together, so that the first failure is heard at once and none of the others is left unheard.
  const [
    account,
    client,
    practice,
    active,
    ended,
    invoices,
    visits,
    labResults,
    plans,
    agreements,
    attachments,
    sharedCards,
    ...logbooks
  ] = await Promise.all([
    counted(readAccount()),
    counted(gate(() => getOwnClient(practiceId, { signal }))),
    counted(gate(() => getPractice(queryClient, practiceId, { signal }))),
    counted(reminderList(calls, true)),
    counted(reminderList(calls, false)),
    counted(documentList(calls, 'invoices')),
    counted(documentList(calls, 'visit-forms')),
    counted(documentList(calls, 'lab-results')),
    counted(documentList(calls, 'treatment-plans')),
    counted(documentList(calls, 'agreements')),
    counted(documentList(calls, 'attachments')),
    withSharedCards ? gate(() => getSharedCards(clientId, { signal })) : undefined,
    ...patients.map(readLogbook),
  ])
  const reminders = [...all('reminders', active), ...all('reminders', ended)]
  return {
    account,
    client,
    practice,
    patients,
    // One that was done meanwhile is in both.
    reminders: [...new Map(reminders.map((reminder) => [reminder.uuid, reminder])).values()],
    sharedCards,
    logbooks: new Map(logbooks),
    documents: {
      invoices: all('invoices', invoices),
      'visit-forms': all('visit-forms', visits),
      'lab-results': all('lab-results', labResults),
      'treatment-plans': all('treatment-plans', plans),
      agreements: all('agreements', agreements),
      attachments: all('attachments', attachments),
    },
    incomplete,
  }
}
