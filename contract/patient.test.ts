import { describe, expect, test } from 'vitest'
import { type Distinguishable, distinctNames, patientLabels } from './patient.ts'

const WORDS: Record<string, string> = { CAT: 'kat', DOG: 'hond', HORSE: 'paard' }
const word = (species: string) => WORDS[species]

const cat = { species: 'CAT' } as const
const dog = { species: 'DOG' } as const
const old = { birthDate: '2015-04-01' }
const young = { birthDate: '2021-05-02' }
const [oldCat, youngCat, youngDog] = [
  { ...cat, ...old },
  { ...cat, ...young },
  { ...dog, ...young },
]
const chip = (chipNumber: string) => ({ chipNumber })
const life = (lifeNumber: string) => ({ lifeNumber })
const of = (firstName: string, fields: object) => ({ caretaker: { firstName, lastName: 'Paar' }, ...fields })

const animals = (fields: Partial<Distinguishable>[]): Distinguishable[] =>
  fields.map((each, index) => ({ uuid: String(index), name: 'Minoes', ...each }))

describe('distinctNames', () => {
  test.each<[string, Partial<Distinguishable>[], string[]]>([
    ['adds the species', [cat, dog], ['Minoes (kat)', 'Minoes (hond)']],
    ['adds the birth year', [oldCat, youngCat], ['Minoes (2015)', 'Minoes (2021)']],
    [
      'adds the end of the chip',
      [chip('528 140 000 123 456'), chip('528129999')],
      ['Minoes (…3456)', 'Minoes (…9999)'],
    ],
    ['adds the end of the life number', [life('NL 12 6789'), life('NL 10000')], ['Minoes (…6789)', 'Minoes (…0000)']],
    ['adds the colour', [{ color: 'rood' }, { color: ' zwart ' }], ['Minoes (rood)', 'Minoes (zwart)']],
    ['adds it where only one has it', [old, {}], ['Minoes (2015)', 'Minoes']],
    [
      'adds two parts where one does not suffice',
      [oldCat, youngCat, youngDog],
      ['Minoes (kat, 2015)', 'Minoes (kat, 2021)', 'Minoes (hond, 2021)'],
    ],
    ['adds nothing where nothing differs', [cat, cat], ['Minoes', 'Minoes']],
    ['ignores a species without a word', [{ species: 'OTHER' }, {}], ['Minoes', 'Minoes']],
    ['compares names in any spelling', [{ name: 'Zoë', ...old }, { name: 'ZOE' }], ['Zoë (2015)', 'ZOE']],
    ['leaves other names alone', [old, young, { name: 'Bella' }], ['Minoes (2015)', 'Minoes (2021)', 'Bella']],
  ])('makes names unique: %s', (_, fields, expected) => {
    const all = animals(fields)
    const apart = distinctNames(all, word)
    expect(all.map(({ uuid, name }) => apart.get(uuid) ?? name)).toEqual(expected)
  })
})

test.each<[string, Partial<Distinguishable>[], string[]]>([
  ['the caretaker', [of('An', old), of('Bo', young)], ['Minoes (An Paar)', 'Minoes (Bo Paar)']],
  ['the year as well', [of('An', old), of('An', young)], ['Minoes (An Paar) (2015)', 'Minoes (An Paar) (2021)']],
  ['nothing without a caretaker', [{}, { name: 'Bella' }], ['Minoes', 'Bella']],
])('patientLabels adds %s', (_, fields, expected) => {
  const all = animals(fields)
  const labels = patientLabels(all, word)
  expect(all.map(({ uuid }) => labels.get(uuid))).toEqual(expected)
})
