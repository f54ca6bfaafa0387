import type { Patient } from '#contract/schemas/patient.ts'
import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import type { IntlShape } from 'react-intl'
import { knows } from '#src/api/capabilities.ts'
import { getOwnClient } from '#src/api/clients.ts'
import { getLogbook } from '#src/api/logbook.ts'
import { getPatients } from '#src/api/patients.ts'
import { getPractice } from '#src/api/practices.ts'
import { getSharedCards } from '#src/api/shared-cards.ts'
import { CallError } from '#src/lib/call-error.ts'
import { getReminderMails } from '#src/api/mails.ts'
import { getAccount, getUserSessions } from '#src/api/account.ts'
import { attachmentTypes } from '#src/lib/attachment-types.ts'
import { showMessage } from '#src/lib/messages.ts'
import { type Account, type Incomplete, type MyData, listTitle } from './data.ts'
import {
  type Calls,
  appointmentList,
  attachmentList,
  invoiceList,
  reminderList,
  requestList,
  visitFormList,
} from './lists.ts'
import { getAllSeen } from '#src/api/access-log.ts'
import type { WholeList } from '#src/api/pages.ts'

/** All that the calendar of the portal knows (spec §5). */
const EVER = { startDate: '1900-01-01', endDate: '9999-12-31' }
/** Account, client, practice, reminders active and not, invoices, visit forms. */
const OTHER_LISTS = 7

interface Collecting extends Calls {
  practiceId: string
  withSessions: boolean
  withSharedCards: boolean
  withReminderMails: boolean
  withAppointments: boolean
  withRequests: boolean
  withSeen: boolean
  intl: IntlShape
  onProgress: (done: number, total: number) => void
}

/** Everything of one client, or a failure: half of one's data is worth nothing. */
export async function collectData({
  onProgress,
  practiceId,
  withSessions,
  withSharedCards,
  withReminderMails,
  withAppointments,
  withRequests,
  withSeen,
  intl,
  ...calls
}: Collecting): Promise<MyData> {
  const { queryClient, clientId, signal, gate } = calls
  const clientUuid = knows(queryClient, 'client-choice') ? clientId : undefined
  /** A list: where it fails, which one that was stands beside the status. */
  const listed = async <T>(list: string, asked: Promise<T>): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      // The end of the session is told by itself.
      if (error instanceof CallError && error.status !== 401)
        showMessage('warning', 'client.myData.failed', { list: listTitle(list, intl) })
      throw error
    }
  }
  const patients = await listed(
    'patients',
    gate(() => getPatients(clientId, { signal })),
  )
  const types = attachmentTypes()
  const total = OTHER_LISTS + types.length + patients.length
  let done = 0
  const counted = async <T>(list: Promise<T>): Promise<T> => {
    const answer = await list
    onProgress((done += 1), total)
    return answer
  }
  onProgress(done, total)

  const incomplete: Incomplete[] = []
  // Null: a type of attachments may be missing, all else of the specification may not.
  const all = <T>(list: string, found: WholeList<T> | null): T[] => {
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
  const readLogbook = async ({ uuid }: Patient): Promise<[string, LogbookEntry[]]> => {
    const logbook = gate(() => getLogbook(clientId, uuid, EVER, { signal }))
    return [uuid, await counted(listed('logbook', logbook))]
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
    attachments,
    sharedCards,
    appointments,
    requests,
    seen,
    ...logbooks
  ] = await Promise.all([
    counted(readAccount()),
    counted(gate(() => getOwnClient(practiceId, clientUuid, { signal }))),
    counted(gate(() => getPractice(queryClient, practiceId, { signal }))),
    counted(listed('reminders', reminderList(calls, true))),
    counted(listed('reminders', reminderList(calls, false))),
    counted(listed('invoices', invoiceList(calls))),
    counted(listed('visit-forms', visitFormList(calls))),
    Promise.all(types.map(async (type) => ({ type, found: await counted(listed(type, attachmentList(calls, type))) }))),
    withSharedCards ? gate(() => getSharedCards(clientId, { signal })) : undefined,
    withAppointments ? listed('appointments', appointmentList(calls)) : undefined,
    withRequests ? listed('requests', requestList(calls)) : undefined,
    withSeen
      ? listed(
          'seen',
          gate(() => getAllSeen(queryClient, clientId, signal)),
        )
      : undefined,
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
    requests: withRequests ? all('requests', requests ?? null) : undefined,
    appointments: withAppointments ? all('appointments', appointments ?? null) : undefined,
    seen,
    sharedCards,
    logbooks: new Map(logbooks),
    invoices: all('invoices', invoices),
    visitForms: all('visit-forms', visits),
    attachments: new Map(attachments.map(({ type, found }) => [type, all(type, found)])),
    incomplete,
  }
}
