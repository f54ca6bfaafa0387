import type { IsoDateTime } from './dates.ts'
import type { LogbookEntry } from './schemas/logbook.ts'
import type { Patient } from './schemas/patient.ts'
import type { Reminder } from './schemas/reminder.ts'

/** The optional parts of a shared card. The name of the animal and the practice are always shown. */
export const CARD_PARTS = ['identity', 'vaccinations', 'medicines', 'weight', 'reminders', 'phone'] as const
export type CardPart = (typeof CARD_PARTS)[number]

/** How long a link is good. */
export const SHARED_CARD_DAYS = 7
/** Of one client at once. */
export const MAX_SHARED_CARDS = 20
export const MAX_CARD_NOTE = 60

/** A link to the card of an animal that has not ended. */
export interface SharedCard {
  uuid: string
  patientUuid: string
  parts: CardPart[]
  /** For whom it is. */
  note?: string | undefined
  createdAt: IsoDateTime
  endsAt: IsoDateTime
  /** When it was looked at last. */
  openedAt?: IsoDateTime | undefined
}

/** A link as it is made: its secret is told once. */
export interface NewSharedCard extends SharedCard {
  secret: string
}

/** What the link to a shared card shows. */
export interface OpenedCard {
  practice: { name: string; phone?: string | undefined }
  parts: CardPart[]
  endsAt: IsoDateTime
  /** Its uuid and name, and what the parts show. */
  patient: Patient
  /** Of the parts `vaccinations` and `medicines`, the newest first. */
  logbook: LogbookEntry[]
  /** Of the part `vaccinations` those of them, of `reminders` the active ones. */
  reminders: Reminder[]
  /** Of the part `phone`. */
  owner?: { name: string; phone?: string | undefined } | undefined
}
