import { makeOwnAppointments } from './appointments.ts'
import { typedEntries } from '#contract/typed-entries.ts'
import type { ExportRecord } from '#server/import/records.ts'
import type { PatientRecord } from './animals.ts'
import type { Days } from './days.ts'
import { documentTypesOf, isYearly } from './documents.ts'
import {
  type InvoiceState,
  makeAttachment,
  makeInvoice,
  makeLogbookEntry,
  makeReminder,
  makeVisitForm,
} from './records.ts'
import { type Random, nth } from './random.ts'
import { remindersOf } from './texts.ts'

// owner@mail.example shows every screen full, so the numbers here are chosen: 4 animals, 30 reminders, 40 invoices.

/** Some overdue, one today, some in every month to come; the others are past and done with. */
const ACTIVE_REMINDERS = [-75, -30, -12, -3, 0, 2, 5, 9, 14, 20, 27, 35, 44, 58, 66, 80, 95, 130, 200, 320]
const PAST_REMINDERS = [-20, -48, -90, -150, -210, -280, -365, -420, -560, -730]
const LATEST_INVOICES: [day: number, state: InvoiceState][] = [
  [-1, 'unpaid'],
  [-4, 'unpaid'],
  [-9, 'paid'],
  [-16, 'part-paid'],
  [-25, 'credit'],
  [-33, 'unpaid'],
  [-52, 'unpaid'],
]
const INVOICES = 40
const VISITS = 28
const ATTACHMENTS = { 'lab-results': 27, 'treatment-plans': 3, agreements: 2, attachments: 9 }
const LOGBOOK_ENTRIES = 18

export function makeOwner(random: Random, days: Days, practiceId: string): ExportRecord[] {
  const clientId = random.uuid()
  const animals = makeAnimals(random, days, clientId)
  const animal = (index: number) => nth(animals, index)
  const times = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index))
  const due = ACTIVE_REMINDERS.map((day, index) => {
    // One after the other, so that no animal is to come twice for the same.
    const texts = remindersOf(animal(index).species)
    const text = nth(texts, Math.floor(index / animals.length))
    return makeReminder(random, days, animal(index), { day, active: true, text })
  })
  return [
    {
      record: 'client',
      uuid: clientId,
      practiceId,
      locked: false,
      callName: 'Anneke',
      firstName: 'Anna',
      initials: 'A.M.',
      lastName: 'van den Berg',
      clientNumber: '100001',
      email: 'owner@mail.example',
      phone: '030 555 12 34',
      mobile: '06 12345678',
      street: 'Beukenlaan',
      houseNumber: '12a',
      postalCode: '3701 AB',
      city: 'Zeist',
      ubn: '4711208',
      registered: true,
      registeredAt: `${days(-400)}T09:30:00Z`,
    },
    ...animals,
    ...due,
    ...makeOwnAppointments(days, clientId, { animals, due }),
    ...PAST_REMINDERS.map((day, index) => makeReminder(random, days, animal(index), { day, active: false })),
    ...times(INVOICES, (index) => {
      const [day, state] = LATEST_INVOICES[index] ?? [-60 - index * 26, 'paid']
      const number = `${days(day).slice(0, 4)}-${String(10_400 - index * 7)}`
      const invoice = makeInvoice(random, days, animal(index), { day, state, number })
      return index === 0 ? { ...invoice, paymentUrl: `https://betalen.dewaag.example/${number}` } : invoice
    }),
    ...times(VISITS, (index) => makeVisitForm(random, days, animal(index), -5 - index * 37)),
    ...typedEntries(ATTACHMENTS).flatMap(([type, count]) => {
      const having = animals.filter((one) => documentTypesOf(one.species).includes(type))
      return times(count, (index) => {
        const day = -6 - index * (isYearly(type) ? 365 : 41)
        return makeAttachment(random, days, nth(having, index), { day, type })
      })
    }),
    ...animals.flatMap((one) =>
      times(LOGBOOK_ENTRIES, (index) => makeLogbookEntry(random, days, one, -3 - index * index * 5)),
    ),
  ]
}

function makeAnimals(random: Random, days: Days, clientId: string): PatientRecord[] {
  const one = { record: 'patient', clientUuid: clientId, active: true } as const
  return [
    {
      ...one,
      uuid: random.uuid(),
      name: 'Bella',
      kind: 'INDIVIDUAL',
      species: 'DOG',
      breed: 'Stabij',
      sex: 'FEMALE',
      neutered: true,
      birthDate: days(-2300),
      color: 'zwartbont',
      chipNumber: '528140000712345',
      passportNumber: 'NL-0412345',
      weightKg: 21.4,
      weightDate: days(-40),
      weights: [
        { date: days(-800), kg: 19.8 },
        { date: days(-410), kg: 20.6 },
        { date: days(-40), kg: 21.4 },
      ],
      insurance: { company: 'Dierzeker', policyNumber: 'DZ-208841' },
      alerts: 'Allergisch voor penicilline',
      foodProducing: false,
    },
    {
      ...one,
      uuid: random.uuid(),
      name: 'Simba',
      kind: 'INDIVIDUAL',
      species: 'CAT',
      breed: 'Europese korthaar',
      sex: 'MALE',
      neutered: true,
      birthDate: days(-3900),
      color: 'rood',
      chipNumber: '528140000754321',
      weightKg: 5.2,
      weightDate: days(-120),
      foodProducing: false,
    },
    {
      ...one,
      uuid: random.uuid(),
      name: 'Fleur',
      caretakerUuid: random.uuid(),
      caretaker: { firstName: 'Marieke', callName: 'Riek', lastName: 'van der Laan' },
      kind: 'INDIVIDUAL',
      species: 'HORSE',
      breed: 'KWPN',
      sex: 'FEMALE',
      neutered: false,
      birthDate: days(-4100),
      color: 'vos',
      chipNumber: '528210004400123',
      lifeNumber: '528003201501234',
      weightKg: 560,
      weightDate: days(-200),
      foodProducing: true,
    },
    {
      ...one,
      uuid: random.uuid(),
      name: 'Ooien',
      kind: 'HERD',
      headCount: 14,
      species: 'SHEEP',
      breed: 'Texelaar',
      foodProducing: true,
    },
  ]
}
