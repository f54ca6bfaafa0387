import type { Species } from '#contract/patient.ts'
import type { ExportRecords } from '#server/import/records.ts'
import type { Days } from './days.ts'
import type { Random } from './random.ts'

interface Kind {
  species: Species
  breeds: readonly string[]
  names: readonly string[]
  weights: readonly [from: number, to: number]
  chipped: number
  foodProducing?: boolean
}

const PET_NAMES = 'Bella Max Luna Simba Pip Droppie Minnie Saartje Bram Nijntje Fientje Puk Wodan Tommie Snuf'.split(
  ' ',
)
const COLORS = ['zwart', 'wit', 'bruin', 'rood', 'grijs', 'driekleur', 'vos', 'zwartbont']

const DOG: Kind = {
  species: 'DOG',
  breeds: ['Labrador Retriever', 'Duitse herder', 'Franse bulldog', 'Stabij', 'Jack Russell', 'kruising'],
  names: PET_NAMES,
  weights: [4, 45],
  chipped: 0.95,
}
const CAT: Kind = {
  species: 'CAT',
  breeds: ['Europese korthaar', 'Maine Coon', 'Brits korthaar', 'Ragdoll'],
  names: PET_NAMES,
  weights: [2, 9],
  chipped: 0.8,
}
const RABBIT: Kind = {
  species: 'RABBIT',
  breeds: ['Hangoor', 'Vlaamse reus'],
  names: ['Stamper', 'Flappie', 'Nijntje', 'Wolkje'],
  weights: [1, 6],
  chipped: 0.1,
}
const HORSE: Kind = {
  species: 'HORSE',
  breeds: ['KWPN', 'Fries', 'Haflinger'],
  names: ['Fleur', 'Donder', 'Ysbrand', 'Zilver'],
  weights: [380, 650],
  chipped: 1,
  foodProducing: true,
}
const PONY: Kind = { ...HORSE, species: 'PONY', breeds: ['Shetlandpony'], weights: [120, 220] }
const KINDS = [DOG, DOG, DOG, CAT, CAT, CAT, RABBIT, HORSE, PONY]

const HERDS = [
  { species: 'CATTLE', breed: 'Holstein-Friesian', name: 'Melkvee', heads: [60, 140] },
  { species: 'CATTLE', breed: 'MRIJ', name: 'Jongvee', heads: [20, 70] },
  { species: 'PIG', breed: 'Topigs', name: 'Kraamstal 2', heads: [30, 90] },
  { species: 'SHEEP', breed: 'Texelaar', name: 'Ooien', heads: [8, 40] },
] as const

export type PatientRecord = { record: 'patient' } & ExportRecords['patient']

export function makePatient(random: Random, days: Days, clientUuid: string): PatientRecord {
  const kind = random.pick(KINDS)
  const age = random.int(120, 5000)
  const isDead = random.chance(0.06)
  const kg = random.int(kind.weights[0] * 10, kind.weights[1] * 10) / 10
  return {
    record: 'patient',
    uuid: random.uuid(),
    clientUuid,
    name: random.pick(kind.names),
    kind: 'INDIVIDUAL',
    species: kind.species,
    breed: random.pick(kind.breeds),
    sex: random.pick(['MALE', 'FEMALE']),
    neutered: random.chance(0.6),
    birthDate: days(-age),
    ...(isDead && { deceasedDate: days(-random.int(1, Math.min(age, 700))) }),
    active: !isDead,
    color: random.pick(COLORS),
    ...(random.chance(kind.chipped) && {
      chipNumber: `528${String(random.int(0, 999_999_999_999)).padStart(12, '0')}`,
    }),
    weightKg: kg,
    weightDate: days(-random.int(1, 300)),
    foodProducing: kind.foodProducing ?? false,
    ...(random.chance(0.05) && { alerts: 'Allergisch voor penicilline' }),
    ...(random.chance(0.05) && {
      caretakerUuid: random.uuid(),
      caretaker: { firstName: 'Marieke', callName: 'Riek', lastName: 'van der Laan' },
    }),
  }
}

export function makeHerd(random: Random, clientUuid: string): PatientRecord {
  const { species, breed, name, heads } = random.pick(HERDS)
  return {
    record: 'patient',
    uuid: random.uuid(),
    clientUuid,
    name,
    kind: 'HERD',
    headCount: random.int(heads[0], heads[1]),
    species,
    breed,
    active: true,
    foodProducing: true,
  }
}
