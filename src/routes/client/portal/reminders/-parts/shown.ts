import type { Page } from '#contract/paging.ts'
import type { Reminder } from '#contract/reminder.ts'
import { soonestFirst } from './groups.ts'

interface Chosen {
  active: boolean
  /** The uuid of the only animal; undefined: all. */
  patient: string | undefined
}

/** What of an answer is shown, and how much of all there is that is. */
export function shownOf({ content, page }: Page<Reminder>, { active, patient }: Chosen) {
  // An API that does not know the filter answers with all animals: what it counts is not what is shown then.
  const isShown = ({ patientUuid }: Reminder) => !patient || patientUuid === patient
  const own = content.filter(isShown)
  // A list that is all here is shown by urgency; a page of a longer one in the order it was asked for.
  const isComplete = page.totalElements <= content.length
  const total = own.length === content.length ? page.totalElements : undefined
  return {
    isShown,
    reminders: active && isComplete ? soonestFirst(own) : own,
    isComplete,
    /** On all pages; undefined where that is not known. */
    count: isComplete ? own.length : total,
    /** Of how many animals they are; 0 where that is not known. */
    patientCount: isComplete ? new Set(own.map(({ patientUuid }) => patientUuid).filter(Boolean)).size : 0,
  }
}
