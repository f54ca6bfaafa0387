import type { ExportRecords } from '#server/import/records.ts'
import people from './people.json' with { type: 'json' }
import type { Random } from './random.ts'

const CALL_NAMES: Readonly<Record<string, string>> = people.callNames

type Client = ExportRecords['client']

export interface Person {
  practiceId: string
  clientNumber: number
  email: string | undefined
  registered: boolean
  registeredAt?: string | undefined
}

/** Makes a client with the irregularities of real data. */
export function makeClient(
  random: Random,
  { practiceId, clientNumber, email, registered, registeredAt }: Person,
): { record: 'client' } & Client {
  const firstName = random.pick(people.firstNames)
  const { area, city } = random.pick(people.places)
  const isCompany = random.chance(0.06)
  const callName = random.chance(0.6) ? (CALL_NAMES[firstName] ?? firstName) : undefined
  return {
    record: 'client',
    uuid: random.uuid(),
    practiceId,
    locked: random.chance(0.03),
    ...(isCompany && {
      companyName: `${random.pick(people.companies)} ${random.pick(people.companyNames)}`,
      ubn: String(random.int(1_000_000, 9_999_999)),
    }),
    ...(callName && { callName }),
    ...(random.chance(0.95) && { firstName, initials: `${firstName[0]}.` }),
    lastName: random.pick(people.lastNames),
    clientNumber: String(clientNumber),
    ...(email && { email }),
    ...(random.chance(0.7) && { phone: `030 ${random.int(200, 799)} ${random.int(10, 99)} ${random.int(10, 99)}` }),
    mobile: `06 ${random.int(10_000_000, 99_999_999)}`,
    street: random.pick(people.streets),
    houseNumber: `${random.int(1, 240)}${random.chance(0.15) ? random.pick(['a', 'b', 'bis']) : ''}`,
    postalCode: `${area} ${random.pick(['AB', 'CD', 'EH', 'KL', 'XZ'])}`,
    city,
    registered,
    ...(registered && registeredAt && { registeredAt }),
  }
}
