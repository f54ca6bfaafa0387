import type { AnyObject, ObjectSchema } from 'yup'
import { attachmentSchema } from './attachment.ts'
import { clientChangeSchema, clientSchema } from './client.ts'
import { invoiceSchema } from './invoice.ts'
import { logbookEntrySchema } from './logbook.ts'
import { patientSchema } from './patient.ts'
import { practiceSchema } from './practice.ts'
import { reminderSchema } from './reminder.ts'
import { staffChangeSchema, staffInvitationSchema, staffMemberSchema } from './staff.ts'
import { staffSchema, userChangeSchema, userSchema } from './user.ts'
import { practiceReminderMailsChangeSchema, reminderMailsChangeSchema } from './reminder-mails.ts'
import { visitFormSchema } from './visit-form.ts'

// Test fixtures: an example of each entity.

const UUID = '0b0e7a52-6d0c-4b7e-9d57-6f5f0f5a9a01'
export const DAY = '2026-03-12'
const TIME = '2026-03-12T09:30:00+01:00'
const OF_BELLA = { uuid: UUID, date: DAY, patientUuid: UUID, patientName: 'Bella' }

export interface EntityExample {
  schema: ObjectSchema<AnyObject>
  /** With every field. */
  full: Record<string, unknown>
  required: string[]
  /** Fields that may be null. */
  nullable: string[]
}

export const ENTITIES = {
  practice: {
    schema: practiceSchema,
    full: {
      id: 'de-waag',
      manaId: '17',
      name: 'Dierenkliniek De Waag',
      title: 'Welkom',
      text: 'Eerste regel\nTweede regel',
      phone: '030 123 45 67',
      website: 'https://dewaag.example',
      logoUrl: '/files/logo.png',
      locked: false,
      email: 'info@dewaag.example',
      iban: 'NL91ABNA0417164300',
      accountHolder: 'De Waag B.V.',
      bookingUrl: 'https://dewaag.example/afspraak',
    },
    required: ['id', 'name'],
    nullable: [],
  },
  user: {
    schema: userSchema,
    full: {
      id: '1',
      username: 'admin@dewaag.example',
      email: 'admin@dewaag.example',
      firstName: 'Anna',
      lastName: 'Bakker',
      practiceId: 'de-waag',
      roles: ['CLINIC_USER', 'CLINIC_ADMIN', 'PORTAL_USER'],
      language: 'nl',
      workplaces: [{ practiceId: 'de-waag', name: 'De Waag', role: 'CLINIC_ADMIN' }],
    },
    required: ['roles', 'language'],
    nullable: ['practiceId'],
  },
  staff: {
    schema: staffSchema,
    full: {
      username: 'admin@dewaag.example',
      firstName: 'Anna',
      lastName: 'Bakker',
      practiceId: 'de-waag',
      roles: ['CLINIC_USER', 'CLINIC_ADMIN'],
      language: 'en',
    },
    required: ['username', 'practiceId', 'roles'],
    nullable: [],
  },
  client: {
    schema: clientSchema,
    full: {
      uuid: UUID,
      locked: true,
      companyName: 'Stal Zonneweide',
      callName: 'Jan',
      firstName: 'Johannes',
      initials: 'J.P.',
      lastName: 'van den Berg',
      clientNumber: '100234',
      email: 'jan@mail.example',
      phone: '030 123 45 67',
      mobile: '06 12 34 56 78',
      street: 'Dorpsstraat',
      houseNumber: '1 bis',
      postalCode: '1234 AB',
      city: 'Zeist',
      country: 'NL',
      ubn: '1234567',
      registered: true,
      registeredAt: TIME,
      lastLoginAt: TIME,
      patientCount: 0,
    },
    required: ['uuid', 'locked', 'lastName'],
    nullable: ['email'],
  },
  patient: {
    schema: patientSchema,
    full: {
      uuid: UUID,
      name: 'Bella',
      caretakerUuid: UUID,
      caretaker: { firstName: 'Johannes', callName: 'Jan', lastName: 'Smit' },
      kind: 'HERD',
      headCount: 40,
      species: 'DOG',
      breed: 'Stabij',
      crossBreed: false,
      sex: 'FEMALE',
      neutered: true,
      birthDate: DAY,
      deceasedDate: DAY,
      active: true,
      color: 'zwart',
      coat: 'lang',
      chipNumber: '528000000000001',
      passportNumber: 'NL-1',
      lifeNumber: 'NL 123456789',
      ubn: '1234567',
      weightKg: 0.35,
      weightDate: DAY,
      weights: [{ date: DAY, kg: 12.4 }],
      foodProducing: false,
      insurance: { company: 'Voorbeeld', policyNumber: '1' },
      photoUrl: '/files/bella.png',
      alerts: 'Allergisch voor penicilline',
    },
    required: ['uuid', 'name'],
    nullable: ['caretakerUuid', 'caretaker', 'deceasedDate', 'insurance'],
  },
  reminder: {
    schema: reminderSchema,
    full: {
      ...OF_BELLA,
      active: false,
      type: 'VACCINATION',
      description: 'Vaccinatie: DHP + Lepto (L4)',
      status: 'DONE',
      sentAt: TIME,
      completedDate: DAY,
      productName: 'Product',
      note: 'Nuchter',
    },
    required: ['uuid', 'date', 'active', 'description'],
    nullable: [],
  },
  invoice: {
    schema: invoiceSchema,
    full: {
      uuid: UUID,
      status: 'UNPAID',
      number: '2026-00417',
      date: DAY,
      dueDate: DAY,
      totalInclVat: 121,
      totalExclVat: 100,
      vat: [
        { rate: 21, base: 100, amount: 21 },
        { rate: 9, base: 0, amount: 0 },
        { rate: 0, base: -10, amount: 0 },
      ],
      paidAmount: 0,
      openAmount: 121,
      currency: 'EUR',
      patientNames: ['Bella', 'Max'],
      description: 'Consult',
      creditFor: '2026-00400',
      paidDate: DAY,
      paymentMethod: 'PIN',
      paymentUrl: 'https://pay.example/2026-1',
      fileName: 'factuur.pdf',
      mimeType: 'application/pdf',
    },
    required: ['uuid', 'status', 'date', 'totalInclVat'],
    nullable: ['creditFor'],
  },
  'visit form': {
    schema: visitFormSchema,
    full: {
      ...OF_BELLA,
      number: '1',
      veterinarian: 'drs. A. Bakker',
      reason: 'Hoest',
      findings: 'Geen',
      diagnosis: 'Kennelhoest',
      treatment: 'Rust',
      advice: 'Bel bij koorts',
      medication: [{ product: 'Penivet', dosage: '1 dd', days: 7 }],
      followUpDate: DAY,
      fileName: 'visite.pdf',
      mimeType: 'application/pdf',
      sizeBytes: 1,
      url: '/files/visite.pdf',
    },
    required: ['uuid', 'date'],
    nullable: [],
  },
  attachment: {
    schema: attachmentSchema,
    full: {
      ...OF_BELLA,
      type: 'lab-results',
      name: 'Bloedonderzoek Bella',
      fileName: 'bloed.pdf',
      mimeType: 'application/pdf',
      sizeBytes: 5_000_000_000,
      author: 'Lab',
      url: '/files/bloed.pdf',
      expiresDate: DAY,
    },
    required: ['uuid', 'date'],
    nullable: [],
  },
  'logbook entry': {
    schema: logbookEntrySchema,
    full: {
      uuid: UUID,
      date: DAY,
      kind: 'DELIVERY',
      description: 'Droogzetters',
      veterinarian: 'dr. S. Yılmaz',
      productName: 'Penivet 300 mg/ml',
      registrationNumber: 'REG NL 2345',
      channel: 'UDA',
      batchNumber: 'B1',
      expiryDate: DAY,
      quantity: 0.5,
      unit: 'ml',
      indication: 'Mastitis',
      dosage: '1 dd',
      route: 'im',
      durationDays: 3,
      withdrawalMeatDays: 0,
      withdrawalMilkDays: 0,
      withdrawalMilkHours: 0,
      withdrawalEggDays: 0,
      animals: 'koe 4711',
      location: 'Stal 2',
      supplier: 'Groothandel',
    },
    required: ['date', 'description'],
    nullable: ['withdrawalMeatDays', 'withdrawalMilkDays', 'withdrawalMilkHours', 'withdrawalEggDays'],
  },
  'change of a client': { schema: clientChangeSchema, full: { locked: true }, required: ['locked'], nullable: [] },
  'change of the mails to an owner': {
    schema: reminderMailsChangeSchema,
    full: { subscribed: true },
    required: ['subscribed'],
    nullable: [],
  },
  'change of the mails of a practice': {
    schema: practiceReminderMailsChangeSchema,
    full: { enabled: true },
    required: ['enabled'],
    nullable: [],
  },
  'change of a user': {
    schema: userChangeSchema,
    full: { language: 'nl', firstName: 'Anna', lastName: 'Bakker' },
    required: ['language'],
    nullable: [],
  },
  'member of staff': {
    schema: staffMemberSchema,
    full: {
      id: UUID,
      username: 'admin@dewaag.example',
      firstName: 'Anna',
      lastName: 'Bakker',
      role: 'CLINIC_ADMIN',
      state: 'invited',
    },
    required: ['id', 'username', 'role', 'state'],
    nullable: [],
  },
  invitation: {
    schema: staffInvitationSchema,
    full: { username: 'femke@dewaag.example', firstName: 'Femke', lastName: 'Bos', role: 'CLINIC_USER' },
    required: ['username', 'role'],
    nullable: [],
  },
  'change of a member of staff': {
    schema: staffChangeSchema,
    full: { role: 'CLINIC_USER', active: false },
    required: ['role', 'active'],
    nullable: [],
  },
} satisfies Record<string, EntityExample>
