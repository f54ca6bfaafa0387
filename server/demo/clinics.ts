import type { StaffRole } from '#contract/roles.ts'
import { makeAppointments } from './appointments.ts'
import json from './clinics.json' with { type: 'json' }
import type { ExportRecord } from '#server/import/records.ts'
import { makeHerd, makePatient } from './animals.ts'
import type { Days } from './days.ts'
import { OWNER, makeOwner } from './owner.ts'
import { makeRecords } from './records.ts'
import { makeClient } from './people.ts'
import { type Random, createRandom } from './random.ts'

interface Clinic {
  id: string
  name: string
  city: string
  address: string
  locked: boolean
  staff: { username: string; firstName: string; lastName: string; roles: StaffRole[] }[]
  /** E-mail addresses of the practice's first registered clients. */
  known: string[]
  registered: number
  unregistered: number
}

interface Data {
  clinics: Clinic[]
  /** Owners with demo accounts, besides the showcase owner. */
  known: Record<string, { firstName: string; callName: string; lastName: string }>
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests of the demo check its records
const { clinics: CLINICS, known: KNOWN } = json as Data

export function makeDemo(days: Days): ExportRecord[] {
  return CLINICS.flatMap((clinic, index) => makeClinic(createRandom(2026 + index), days, clinic))
}

function makeClinic(random: Random, days: Days, clinic: Clinic): ExportRecord[] {
  const { id, registered, unregistered } = clinic
  return [
    ...makePractice(clinic),
    ...Array.from({ length: registered + unregistered }, (_, index) => makeNth(random, days, clinic, index)).flat(),
    ...(id === 'de-waag' ? makeSharedAddress(random, id) : []),
  ]
}

const OPENING_HOURS = {
  periods: [
    ...[1, 2, 3, 4].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
    { weekday: 5, opens: '08:00', closes: '12:00' },
    { weekday: 5, opens: '13:00', closes: '17:00' },
    { weekday: 6, opens: '09:00', closes: '12:00' },
  ],
}

const SELLER = {
  legalName: 'Dierenartsenpraktijk De Waag B.V.',
  street: 'Waagplein',
  houseNumber: '12',
  postalCode: '3511 AB',
  city: 'Utrecht',
  country: 'NL',
  vatNumber: 'NL123456782B01',
  companyNumber: '12345678',
}

function makePractice({ id, name, city, address, locked, staff }: Clinic): ExportRecord[] {
  const domain = `${id.replace('-', '')}.example`
  return [
    {
      record: 'practice',
      id,
      manaId: `MANA-${id}`,
      name,
      title: `Welkom bij ${name}`,
      text: `Hier vindt u alles over uw dieren bij onze praktijk in ${city}.\nBel ons gerust met vragen.`,
      address,
      phone: '+31 30 555 01 23',
      website: `https://www.${domain}`,
      email: `info@${domain}`,
      iban: 'NL91ABNA0417164300',
      openingHours: OPENING_HOURS,
      ...(id === 'de-waag' && {
        accountHolder: 'Dierenartsenpraktijk De Waag B.V.',
        bookingUrl: `https://www.${domain}/afspraak`,
        seller: SELLER,
      }),
      locked,
    },
    ...staff.map((person): ExportRecord => ({ record: 'user', ...person, practiceId: id, language: 'nl' })),
  ]
}

/** Number of clients at the end of a practice's list who share one e-mail address: a couple. */
const SHARED = 2

function makeNth(
  random: Random,
  days: Days,
  { id, known, registered, unregistered }: Clinic,
  index: number,
): ExportRecord[] {
  const name = known[index]
  if (name === OWNER) return makeOwner(random, days, id)
  if (id === 'de-waag' && index >= registered + unregistered - SHARED) return []
  const isRegistered = index < registered
  const hasAddress = isRegistered || random.chance(0.8)
  const client = makeClient(random, {
    practiceId: id,
    clientNumber: 100_001 + index,
    email: name ?? (hasAddress ? `client${index}@${id}.mail.example` : undefined),
    registered: isRegistered,
    registeredAt: `${days(-random.int(2, 900))}T10:15:00Z`,
  })
  if (name) Object.assign(client, KNOWN[name], { companyName: undefined, locked: name === 'locked@mail.example' })
  const animals = client.companyName
    ? [makeHerd(random, client.uuid)]
    : Array.from({ length: name ? 2 : random.int(0, 2) }, () => makePatient(random, days, client.uuid))
  const records = animals.flatMap((animal): ExportRecord[] => [animal, ...makeRecords(random, days, animal)])
  return [client, ...records, ...(index % 5 === 1 ? makeAppointments(days, client.uuid, records) : [])]
}

function makeSharedAddress(random: Random, practiceId: string): ExportRecord[] {
  return ['Pieter', 'Hanneke'].map((firstName, index): ExportRecord => ({
    ...makeClient(random, {
      practiceId,
      clientNumber: 100_900 + index,
      email: 'samen@mail.example',
      registered: false,
    }),
    firstName,
    callName: firstName,
    lastName: 'Uit den Boogaard',
    street: 'Molenweg',
    houseNumber: '8',
    locked: false,
  }))
}
