import type { Species } from '#contract/patient.ts'
import type { ExportRecords } from '#server/import/records.ts'
import type { Days } from './days.ts'
import type { Random } from './random.ts'

/** With the least and the most that a grown one weighs, in kg. */
type Breed = readonly [name: string, lightest: number, heaviest: number]

interface Kind {
  species: Species
  breeds: readonly Breed[]
  names: readonly string[]
  colors: readonly string[]
  chipped: number
  foodProducing?: boolean
}

const PET_NAMES = 'Bella Max Luna Simba Pip Droppie Minnie Saartje Bram Nijntje Fientje Puk Wodan Tommie Snuf'.split(
  ' ',
)

const DOG: Kind = {
  species: 'DOG',
  breeds: [
    ['Labrador Retriever', 25, 36],
    ['Duitse herder', 24, 40],
    ['Franse bulldog', 8, 14],
    ['Stabij', 15, 25],
    ['Jack Russell', 5, 8],
    ['kruising', 6, 35],
  ],
  names: PET_NAMES,
  colors: ['zwart', 'wit', 'bruin', 'grijs', 'driekleur', 'zwartbont'],
  chipped: 0.95,
}
const CAT: Kind = {
  species: 'CAT',
  breeds: [
    ['Europese korthaar', 3, 6],
    ['Maine Coon', 5, 9],
    ['Brits korthaar', 4, 7],
    ['Ragdoll', 4, 8],
  ],
  names: PET_NAMES,
  colors: ['zwart', 'wit', 'rood', 'grijs', 'schildpad', 'cyper'],
  chipped: 0.8,
}
const RABBIT: Kind = {
  species: 'RABBIT',
  breeds: [
    ['Hangoor', 1.4, 3],
    ['Vlaamse reus', 5, 8],
  ],
  names: ['Stamper', 'Flappie', 'Nijntje', 'Wolkje'],
  colors: ['zwart', 'wit', 'bruin', 'grijs'],
  chipped: 0.1,
}
const HORSE: Kind = {
  species: 'HORSE',
  breeds: [
    ['KWPN', 520, 650],
    ['Fries', 500, 620],
    ['Haflinger', 380, 500],
  ],
  names: ['Fleur', 'Donder', 'Ysbrand', 'Zilver'],
  colors: ['zwart', 'bruin', 'vos', 'schimmel'],
  chipped: 1,
  foodProducing: true,
}
const PONY: Kind = { ...HORSE, species: 'PONY', breeds: [['Shetlandpony', 120, 220]] }
const KINDS = [DOG, DOG, DOG, CAT, CAT, CAT, RABBIT, HORSE, PONY]

const HERDS = [
  { species: 'CATTLE', breed: 'Holstein-Friesian', name: 'Melkvee', heads: [60, 140] },
  { species: 'CATTLE', breed: 'MRIJ', name: 'Zoogkoeien', heads: [20, 70] },
  { species: 'PIG', breed: 'Topigs', name: 'Kraamstal 2', heads: [30, 90] },
  { species: 'SHEEP', breed: 'Texelaar', name: 'Ooien', heads: [8, 40] },
] as const

export type PatientRecord = { record: 'patient' } & ExportRecords['patient']

export function makePatient(random: Random, days: Days, clientId: string): PatientRecord {
  const kind = random.pick(KINDS)
  const age = random.int(120, 5000)
  const isDead = random.chance(0.06)
  const heaviness = random.int(0, 100) / 100
  const uuid = random.uuid()
  const name = random.pick(kind.names)
  const [breed, lightest, heaviest] = random.pick(kind.breeds)
  return {
    record: 'patient',
    uuid,
    clientUuid: clientId,
    name,
    kind: 'INDIVIDUAL',
    species: kind.species,
    breed,
    sex: random.pick(['MALE', 'FEMALE']),
    neutered: random.chance(0.6),
    birthDate: days(-age),
    ...(isDead && { deceasedDate: days(-random.int(1, Math.min(age, 700))) }),
    active: !isDead,
    color: random.pick(kind.colors),
    ...(random.chance(kind.chipped) && {
      chipNumber: `528${String(random.int(0, 999_999_999_999)).padStart(12, '0')}`,
    }),
    weightKg: Math.round((lightest + heaviness * (heaviest - lightest)) * 10) / 10,
    weightDate: days(-random.int(1, 300)),
    foodProducing: kind.foodProducing ?? false,
    ...(random.chance(0.05) && { alerts: 'Allergisch voor penicilline' }),
    ...(random.chance(0.05) && {
      caretakerUuid: random.uuid(),
      caretaker: { firstName: 'Marieke', callName: 'Riek', lastName: 'van der Laan' },
    }),
  }
}

export function makeHerd(random: Random, clientId: string): PatientRecord {
  const { species, breed, name, heads } = random.pick(HERDS)
  return {
    record: 'patient',
    uuid: random.uuid(),
    clientUuid: clientId,
    name,
    kind: 'HERD',
    headCount: random.int(heads[0], heads[1]),
    species,
    breed,
    active: true,
    foodProducing: true,
  }
}
