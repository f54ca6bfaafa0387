import type { InferType } from 'yup'
import { anyText, listOf, object, optionalObject, string, timestamp } from './fields.ts'
import { logbookEntrySchema } from './logbook.ts'
import { patientSchema } from './patient.ts'
import { reminderSchema } from './reminder.ts'
import { cardParts } from './share-link.ts'

const contact = { name: anyText(), phone: string() }

export const sharedViewSchema = object({
  practice: object(contact).required(),
  parts: cardParts(),
  endsAt: timestamp().required(),
  patient: patientSchema.required().meta({ description: 'Its uuid and name, and the fields of the parts.' }),
  logbook: listOf(logbookEntrySchema).meta({
    description: 'Entries of the parts vaccinations and medicines, the newest first.',
  }),
  reminders: listOf(reminderSchema).meta({
    description: 'Reminders of vaccinations for the part vaccinations, and the active ones for the part reminders.',
  }),
  owner: optionalObject(contact).meta({ description: 'With the part phone.' }),
}).meta({ title: 'OpenedCard' })
/** Data of an animal that a share link shows. */
export type SharedView = InferType<typeof sharedViewSchema>
