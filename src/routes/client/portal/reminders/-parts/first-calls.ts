import { PAGE_SIZE } from '#contract/paging.ts'
import * as paths from '#contract/paths.ts'
import {
  type FirstCalls,
  NEXT_DUE,
  comingAppointmentsCall,
  currentMedicationCall,
  remindersCall,
} from '#src/api/first-calls.ts'
import type { ReminderSearch } from '#src/api/reminders.ts'
import { readFlag, readPage, readSort, readText } from '#src/lib/search.ts'

export type Search = Omit<ReminderSearch, 'active' | 'patientId'> & {
  active?: boolean | undefined
  /** Id of the patient to filter by. */
  patient?: string | undefined
}

type RawSearch = { readonly [Name in keyof Search]?: unknown }

const readList = (search: RawSearch) => ({
  page: readPage(search),
  sort: readSort(search),
  active: readFlag(search.active),
})

export const readSearch = (search: RawSearch): Search => ({
  ...readList(search),
  patient: readText(search.patient) || undefined,
})

/** Whether the list also shows tasks above: the first page of active reminders of all animals. */
export const isHome = ({ active, page, patientId }: Pick<ReminderSearch, 'active' | 'page' | 'patientId'>) =>
  active && page === 1 && !patientId

export const firstCalls: FirstCalls = ({ clientId, viewedByStaff, search, showActiveReminders, today, can }) => {
  const { active = showActiveReminders, page, sort } = readList(search)
  const isOfAll = search['patient'] === undefined
  const withHome = isOfAll && isHome({ active, page })
  return [
    !viewedByStaff && can('staff-offers') && paths.offers,
    paths.patients(clientId),
    // With a patient, the loader first checks the id against the client's patients.
    isOfAll && remindersCall(clientId, { page: page - 1, size: PAGE_SIZE, sort, active }),
    withHome && can('page-sizes') && remindersCall(clientId, { page: 0, ...NEXT_DUE, active }),
    withHome && can('appointments') && comingAppointmentsCall(clientId),
    withHome && can('being-given') && currentMedicationCall(clientId, today),
  ]
}
