import { expectTypeOf, test } from 'vitest'
import type { InferType } from 'yup'
import type { Attachment } from '../attachment.ts'
import type { Client, ClientChange } from '../client.ts'
import type { Credentials } from '../credentials.ts'
import type { Invoice } from '../invoice.ts'
import type { LogbookEntry } from '../logbook.ts'
import type { Patient } from '../patient.ts'
import type { Practice, ProvenPracticeChange } from '../practice.ts'
import type { Reminder } from '../reminder.ts'
import type { Staff, User } from '../user.ts'
import type { VisitForm } from '../visit-form.ts'
import type { attachmentSchema } from './attachment.ts'
import type { clientChangeSchema, clientSchema } from './client.ts'
import type { credentialsSchema } from './credentials.ts'
import type { invoiceSchema } from './invoice.ts'
import type { logbookEntrySchema } from './logbook.ts'
import type { patientSchema } from './patient.ts'
import type { practiceChangeSchema, practiceSchema } from './practice.ts'
import type { reminderSchema } from './reminder.ts'
import type { staffSchema, userSchema } from './user.ts'
import type { visitFormSchema } from './visit-form.ts'

// Fails in `tsc`, not while it runs: the types are written without a package, for the portal's first chunk.
test('each schema checks the type that the contract states', () => {
  expectTypeOf<InferType<typeof attachmentSchema>>().toEqualTypeOf<Attachment>()
  expectTypeOf<InferType<typeof clientSchema>>().toEqualTypeOf<Client>()
  expectTypeOf<InferType<typeof clientChangeSchema>>().toEqualTypeOf<ClientChange>()
  expectTypeOf<InferType<typeof credentialsSchema>>().toEqualTypeOf<Credentials>()
  expectTypeOf<InferType<typeof invoiceSchema>>().toEqualTypeOf<Invoice>()
  expectTypeOf<InferType<typeof logbookEntrySchema>>().toEqualTypeOf<LogbookEntry>()
  expectTypeOf<InferType<typeof patientSchema>>().toEqualTypeOf<Patient>()
  expectTypeOf<InferType<typeof practiceSchema>>().toEqualTypeOf<Practice>()
  expectTypeOf<InferType<typeof practiceChangeSchema>>().toEqualTypeOf<ProvenPracticeChange>()
  expectTypeOf<InferType<typeof reminderSchema>>().toEqualTypeOf<Reminder>()
  expectTypeOf<InferType<typeof staffSchema>>().toEqualTypeOf<Staff>()
  expectTypeOf<InferType<typeof userSchema>>().toEqualTypeOf<User>()
  expectTypeOf<InferType<typeof visitFormSchema>>().toEqualTypeOf<VisitForm>()
})
