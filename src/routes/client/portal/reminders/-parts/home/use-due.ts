import type { Reminder } from '#contract/schemas/reminder.ts'
import { useQuery } from '@tanstack/react-query'
import { reminderQueries } from '#src/api/reminders.ts'
import { dayOf } from '#src/features/reminders/reminder.ts'
import type { IsoDate } from '#contract/dates.ts'
import { withNamesApart } from '#src/features/patients/told-apart.ts'
import { usePatients } from '#src/features/patients/use-patients.ts'
import { dueByAnimal } from './due.ts'

interface Wanted {
  /** All that are active; null where only a part of them is here. */
  reminders: readonly Reminder[] | null
  next: Reminder | undefined
  today: IsoDate
}

interface Due {
  /** By animal, at least one of each. */
  due: Reminder[][]
  isPending: boolean
  /** Nothing means that there is nothing. */
  isKnown: boolean
}

/** What is late or due today. Of a longer list it is asked for only where there is something: by what is next up. */
export function useDue(clientId: string, { reminders, next, today }: Wanted): Due {
  // Also where that one is booked: another one may be late.
  const day = next && dayOf(next)
  const isAsked = reminders === null && day !== undefined && day <= today
  const whole = useQuery({ ...reminderQueries.whole(clientId, { active: true }), enabled: isAsked })
  const patients = usePatients(clientId) ?? []
  const isPending = isAsked && whole.isPending
  // An API without the order that is asked for gives other reminders than those that are due first.
  const others = whole.data?.content.filter(({ uuid }) => uuid !== next?.uuid) ?? []
  const known = reminders ?? (next ? [next, ...others] : others)
  return {
    due: isPending ? [] : dueByAnimal(withNamesApart(known, patients), today),
    isPending,
    isKnown: reminders !== null || next !== undefined,
  }
}
