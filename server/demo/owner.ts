import { typedEntries } from '#contract/values.ts'
import type { AttachmentType } from '#contract/document.ts'
import type { ExportRecord, ExportRecords } from '#server/import/records.ts'
import type { PatientRecord } from './animals.ts'
import { LATEST_VISIT, makeOwnAppointments } from './appointments.ts'
import type { Days } from './days.ts'
import json from './owner.json' with { type: 'json' }
import {
  type InvoiceState,
  isYearly,
  makeAttachment,
  makeInvoice,
  makeLogbookEntry,
  makeReminder,
  makeVisitForm,
} from './records.ts'
import { makeEstimates } from './estimates.ts'
import { type Random, createRandom, nth } from './random.ts'
import { documentTypesOf, textsOf } from './species.ts'

/** E-mail address of the showcase owner, whose account fills every screen. */
export const OWNER = 'owner@mail.example'

// Chosen numbers that fill every screen: 4 animals, 30 reminders, 40 invoices.

interface Data {
  client: Omit<ExportRecords['client'], 'uuid' | 'practiceId'>
  animals: Omit<ExportRecords['patient'], 'uuid' | 'clientUuid'>[]
  /** Days from today: some overdue, one today, and some in every coming month. `pastReminders` are completed. */
  activeReminders: number[]
  pastReminders: number[]
  latestInvoices: { day: number; state: InvoiceState }[]
  attachments: Record<AttachmentType, number>
}

const INVOICES = 40
const VISITS = 28
const LOGBOOK_ENTRIES = 18

/** Returns the data with each `@` and number replaced by the date that many days from today. */
const dataOf = (days: Days): Data =>
  JSON.parse(JSON.stringify(json).replaceAll(/@(-?\d+)/g, (_, day) => days(Number(day))))

export function makeOwner(random: Random, days: Days, practiceId: string, clientUuid = random.uuid()): ExportRecord[] {
  const data = dataOf(days)
  const animals = data.animals.map(({ caretaker, ...animal }): PatientRecord => ({
    record: 'patient',
    uuid: random.uuid(),
    clientUuid,
    active: true,
    ...animal,
    ...(caretaker && { caretakerUuid: random.uuid(), caretaker }),
  }))
  const animal = (index: number) => nth(animals, index)
  const times = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index))
  const due = data.activeReminders.map((day, index) => {
    // In order rather than random, so that no animal has two reminders for the same treatment.
    const text = nth(textsOf(animal(index).species).reminders, Math.floor(index / animals.length))
    return makeReminder(random, days, animal(index), { day, active: true, text })
  })
  const appointments = makeOwnAppointments(days, clientUuid, { animals, due })
  return [
    { record: 'client', uuid: clientUuid, practiceId, ...data.client },
    ...animals,
    ...due,
    ...appointments,
    ...data.pastReminders.map((day, index) => makeReminder(random, days, animal(index), { day, active: false })),
    ...times(INVOICES, (index) => {
      const { day, state } = data.latestInvoices[index] ?? { day: -60 - index * 26, state: 'paid' }
      const number = `${days(day).slice(0, 4)}-${String(10_400 - index * 7)}`
      const other = index === 0 ? { other: animal(1) } : {}
      const invoice = makeInvoice(random, days, animal(index), { day, state, number, ...other })
      const visited = {
        appointmentUuid: appointments.at(-1)?.uuid,
        paymentUrl: `https://betalen.dewaag.example/${number}`,
      }
      if (index === 0) return { ...invoice, ...visited }
      return index === 2 ? rounded(invoice) : invoice
    }),
    ...makeClaim(days, animal(0)),
    ...makeEstimates(days, animals),
    ...times(VISITS, (index) => makeVisitForm(random, days, animal(index), LATEST_VISIT - index * 37)),
    ...typedEntries(data.attachments).flatMap(([type, count]) => {
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

/** Day of the ninth invoice, which is paid and for the first animal. */
const CLAIMED = -60 - 8 * 26

/** Returns the visit and the files of a paid invoice, so that its claim bundle is complete. */
function makeClaim(days: Days, animal: PatientRecord): ExportRecord[] {
  // Own random numbers: the other records stay as they are.
  const random = createRandom(44)
  return [
    makeVisitForm(random, days, animal, CLAIMED),
    makeAttachment(random, days, animal, { day: CLAIMED + 1, type: 'lab-results' }),
    makeAttachment(random, days, animal, { day: CLAIMED, type: 'attachments' }),
  ]
}

/** Returns an invoice whose total is two cents above its lines, as after a payment in cash. */
function rounded({ vat: _, totalExclVat: __, ...invoice }: ReturnType<typeof makeInvoice>): typeof invoice {
  const [first, ...others] = invoice.lines ?? []
  return first
    ? { ...invoice, lines: [{ ...first, amount: Math.round(first.amount * 100 - 2) / 100 }, ...others] }
    : invoice
}
