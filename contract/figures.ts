import type { IsoDate } from './dates.ts'
import type { REMINDER_TYPES } from './reminder.ts'
import type { RequestKind } from './request.ts'

/** GET /practice/{practiceId}/figures: whether the portal works for the practice, in numbers; for clinic admins. */
export interface PracticeFigures {
  /** The days of the reminders, both inclusive; never after today, for what is due later has not come due. */
  from: IsoDate
  until: IsoDate
  /**
   * Reminders that came due in the period, by type; types without any are left out. Cancelled reminders are left out, and so are
   * those that were not done of animals that have died or left.
   */
  reminders: ReminderFigures[]
  /** By kind, of those that were sent in the period. */
  requests: RequestFigures[]
  animals: AnimalFigures
  clients: ClientFigures
}

export interface ReminderFigures {
  /** One without a type counts as OTHER. */
  type: (typeof REMINDER_TYPES)[number]
  due: number
  /** Done before the day that it was due, or within so many days of it. */
  doneIn30: number
  doneIn90: number
  /** Done at all: later than that as well, or on a day that the practice's system does not tell. */
  done: number
  /** Not done, and not yet 90 days late. */
  pending: number
}

/** Of all clients, as they are now: not deceased, and still with the practice. */
export interface AnimalFigures {
  alive: number
  /** Have a reminder that is still to be done. */
  planned: number
  /** Never had a reminder. The rest had some, and have none to be done. */
  without: number
}

/** As they are now; each client is in one of them. */
export interface ClientFigures {
  /** Has opened the practice, and gets the weekly mail. */
  mailed: number
  /** Has opened the practice, and gets no weekly mail. */
  activated: number
  /** Registered and invited, and has not opened the practice. */
  invited: number
  /** Registered, and was sent no invitation yet; absent of an API that does not tell them apart. */
  notInvited?: number | undefined
  locked: number
  /** Not registered, with an e-mail address. */
  withEmail: number
  withoutEmail: number
}

export interface RequestFigures {
  kind: RequestKind
  sent: number
  /** Until staff opened it. */
  seen: Waited
  /** Until it was answered or declined. */
  answered: Waited
}

/** How long requests waited, in minutes; of those that wait no more. */
export interface Waited {
  count: number
  /** Half of them no longer. */
  median: number
  /** Nine in ten of them no longer. */
  most: number
}
