import type { Reminder } from '#contract/schemas/reminder.ts'
import type { PatientPage } from '#src/api/patients.ts'
import type { IsoDate } from '#contract/dates.ts'
import { countOf } from '#src/api/pages.ts'
import { soonestFirst } from './groups.ts'

/** What of an answer is shown, and how much of all there is that is. */
export function shownOf({ content, page, isFiltered }: PatientPage<Reminder>, active: boolean, today: IsoDate) {
  // A list that is all here is shown by urgency; a page of a longer one in the order it was asked for.
  const isComplete = page.totalElements <= content.length
  return {
    reminders: active && isComplete ? soonestFirst(content, today) : content,
    isComplete,
    /** On all pages; undefined where that is not known. */
    count: isComplete ? content.length : isFiltered ? countOf({ page }) : undefined,
  }
}
