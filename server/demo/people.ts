import type { ExportRecords } from '#server/import/records.ts'
import type { Random } from './random.ts'

const FIRST_NAMES =
  'Anna Bram Chantal Daan Eva Fatima Gijs Hanneke Ilse Jeroen Karin Lotte Mohammed Noor Olaf Pieter Quinten Ruud Sanne Thijs Ümit Vera Willem Xandra Yasmin Zoë Jan-Willem Marieke André René Loïs Sofie Koen Femke Joris Tess Wouter Niels Agnieszka Søren'.split(
    ' ',
  )
const CALL_NAMES: Readonly<Record<string, string>> = {
  Anna: 'Anneke',
  Hanneke: 'Han',
  Jeroen: 'Jeroen',
  Pieter: 'Piet',
  Willem: 'Wim',
  Sofie: 'Fie',
  Mohammed: 'Mo',
  'Jan-Willem': 'JW',
}
const LAST_NAMES = [
  'de Vries',
  'van den Berg',
  'Jansen',
  'van der Meer',
  'Bakker',
  'Visser',
  'Smit',
  'in ’t Veld',
  "van 't Hof",
  'de Boer',
  'ter Horst',
  'Mulder',
  'van Dijk',
  'de Groot',
  'Çelik',
  'Yılmaz',
  'El Amrani',
  'Nguyễn',
  'Kowalska',
  'Brouwer',
  "d'Hondt",
  'van de Ven',
  'op den Kamp',
  'Ödegaard',
  'Müller',
  'ten Brink',
  'Peters',
  'van der Heijden-Koopman',
  'Hendriks',
  'Uit den Boogaard',
]
const COMPANIES = ['Melkveebedrijf', 'Stal', 'Manege', 'Maatschap', 'Kinderboerderij', 'Pensionstal']
const COMPANY_NAMES = ['De Zonnehoeve', 'Het Groene Hart', 'Weltevreden', 'De Driesprong', 'Nooitgedacht', 'Bouwlust']
const STREETS = [
  'Dorpsstraat',
  'Beukenlaan',
  'Molenweg',
  'Stationsstraat',
  'Kerkplein',
  'Prins Hendrikkade',
  'Achterweg',
]
const PLACES = [
  ['3701', 'Zeist'],
  ['3831', 'Leusden'],
  ['9401', 'Assen'],
  ['8501', 'Joure'],
  ['5801', 'Venray'],
  ['3991', 'Houten'],
] as const

type Client = ExportRecords['client']

export interface Person {
  practiceId: string
  clientNumber: number
  email: string | undefined
  registered: boolean
  registeredAt?: string | undefined
}

/** A client with the irregularities of real data. */
export function makeClient(
  random: Random,
  { practiceId, clientNumber, email, registered, registeredAt }: Person,
): { record: 'client' } & Client {
  const firstName = random.pick(FIRST_NAMES)
  const [area, city] = random.pick(PLACES)
  const isCompany = random.chance(0.06)
  const callName = random.chance(0.6) ? (CALL_NAMES[firstName] ?? firstName) : undefined
  return {
    record: 'client',
    uuid: random.uuid(),
    practiceId,
    locked: random.chance(0.03),
    ...(isCompany && {
      companyName: `${random.pick(COMPANIES)} ${random.pick(COMPANY_NAMES)}`,
      ubn: String(random.int(1_000_000, 9_999_999)),
    }),
    ...(callName && { callName }),
    ...(random.chance(0.95) && { firstName, initials: `${firstName[0]}.` }),
    lastName: random.pick(LAST_NAMES),
    clientNumber: String(clientNumber),
    ...(email && { email }),
    ...(random.chance(0.7) && { phone: `030 ${random.int(200, 799)} ${random.int(10, 99)} ${random.int(10, 99)}` }),
    mobile: `06 ${random.int(10_000_000, 99_999_999)}`,
    street: random.pick(STREETS),
    houseNumber: `${random.int(1, 240)}${random.chance(0.15) ? random.pick(['a', 'b', 'bis']) : ''}`,
    postalCode: `${area} ${random.pick(['AB', 'CD', 'EH', 'KL', 'XZ'])}`,
    city,
    registered,
    ...(registered && registeredAt && { registeredAt }),
  }
}
