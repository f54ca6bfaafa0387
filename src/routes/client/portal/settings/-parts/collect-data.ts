import type { QueryClient } from '@tanstack/react-query'
import { FIRST_DAY, LAST_DAY } from '#contract/dates.ts'
import { getAccount } from '#src/api/account.ts'
import { getAppointments } from '#src/api/appointments.ts'
import { getAttachments } from '#src/api/attachments.ts'
import { knows } from '#src/api/capabilities.ts'
import { getOwnClient } from '#src/api/clients.ts'
import { getInvoices } from '#src/api/invoices.ts'
import { getLogbook } from '#src/api/logbook.ts'
import { type ReadPage, wholeList } from '#src/api/all-pages.ts'
import { getPatients } from '#src/api/patients.ts'
import { getPractice } from '#src/api/practices.ts'
import { getReminders } from '#src/api/reminders.ts'
import { getRequests } from '#src/api/requests.ts'
import { getVisitForms } from '#src/api/visit-forms.ts'
import { attachmentTypes } from '#src/lib/attachment-types.ts'

const EVER = { startDate: FIRST_DAY, endDate: LAST_DAY }
const ALL = { status: 'ALL', from: undefined, to: undefined } as const

interface Collecting {
  queryClient: QueryClient
  clientId: string
  practiceId: string
  signal: AbortSignal
}

/** Returns all data that an API has about a client; rejects if a list of the specification fails. */
export async function collectData({ queryClient, clientId, practiceId, signal }: Collecting) {
  const options = { signal }
  const incomplete: { list: string; count: number; total: number }[] = []
  /** Reads a whole list and removes signed URLs, which give access for some minutes. */
  const whole = async <T extends { uuid: string }>(list: string, read: ReadPage<T>) => {
    const found = await wholeList(queryClient, read)
    const { all, total } = found ?? { all: [], total: 1 }
    if (all.length < total) incomplete.push({ list, count: all.length, total })
    return all.map(({ url: _, ...record }: T & { url?: unknown }) => record)
  }
  const patients = []
  for (const patient of await getPatients(clientId, options))
    patients.push({ ...patient, logbook: await getLogbook(clientId, patient.uuid, EVER, options) })
  const reminders = (active: boolean) =>
    whole('reminders', (request) => getReminders(clientId, { ...request, active }, options))
  const attachments: Record<string, object[]> = {}
  for (const type of attachmentTypes())
    attachments[type] = await whole(type, (request) => getAttachments(clientId, type, request, options))
  return {
    asOf: new Date().toISOString(),
    account: await getAccount(options),
    client: await getOwnClient(practiceId, knows(queryClient, 'client-choice') ? clientId : undefined, options),
    practice: await getPractice(queryClient, practiceId, options),
    patients,
    reminders: [...(await reminders(true)), ...(await reminders(false))],
    invoices: await whole('invoices', (request) => getInvoices(clientId, ALL, request, options)),
    'visit-forms': await whole('visit-forms', (request) => getVisitForms(clientId, request, options)),
    ...attachments,
    ...(knows(queryClient, 'appointments') && {
      appointments: await whole('appointments', (request) => getAppointments(clientId, request, options)),
    }),
    ...(knows(queryClient, 'requests') && {
      requests: (await whole('requests', (request) => getRequests(clientId, request, options))).map(
        ({ photos = [], ...request }) => ({ ...request, photos: photos.map(({ id }) => ({ id })) }),
      ),
    }),
    notIncluded: incomplete,
  }
}
