import type { IsoDateTime } from './dates.ts'
import type { LogbookEntry } from './schemas/logbook.ts'
import type { Patient } from './schemas/patient.ts'
import type { Reminder } from './schemas/reminder.ts'
import type { CardPart } from './shared-card.ts'

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
