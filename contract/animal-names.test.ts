import { describe, expect, test } from 'vitest'
import { type Telling, namesApart, patientLabels } from './animal-names.ts'

const WORDS: Record<string, string> = { CAT: 'kat', DOG: 'hond', HORSE: 'paard' }
const word = (species: string) => WORDS[species]

const animals = (...fields: Partial<Telling>[]): Telling[] =>
  fields.map((each, index) => ({ uuid: String(index), name: 'Minoes', ...each }))
const names = (...fields: Partial<Telling>[]) => {
  const all = animals(...fields)
  const apart = namesApart(all, word)
  return all.map(({ uuid, name }) => apart.get(uuid) ?? name)
}

describe('namesApart', () => {
  test.each<[string, Partial<Telling>[], string[]]>([
    ['adds the species', [{ species: 'CAT' }, { species: 'DOG' }], ['Minoes (kat)', 'Minoes (hond)']],
    [
      'adds the birth year',
      [
        { species: 'CAT', birthDate: '2015-04-01' },
        { species: 'CAT', birthDate: '2021-05-02' },
      ],
      ['Minoes (2015)', 'Minoes (2021)'],
    ],
    [
      'adds the last digits of the chip number',
      [
        { birthDate: '2021-05-02', chipNumber: '528 140 000 123 456' },
        { birthDate: '2021-05-02', chipNumber: '528140000129999' },
      ],
      ['Minoes (…3456)', 'Minoes (…9999)'],
    ],
    [
      'adds the last digits of the life number',
      [{ lifeNumber: 'NL 123456789' }, { lifeNumber: 'NL 123450000' }],
      ['Minoes (…6789)', 'Minoes (…0000)'],
    ],
    ['adds the colour', [{ color: 'rood' }, { color: ' zwart ' }], ['Minoes (rood)', 'Minoes (zwart)']],
    ['adds it where only one has it', [{ birthDate: '2015-04-01' }, {}], ['Minoes (2015)', 'Minoes']],
    [
      'adds two parts where one does not suffice',
      [
        { species: 'CAT', birthDate: '2015-04-01' },
        { species: 'CAT', birthDate: '2021-04-01' },
        { species: 'DOG', birthDate: '2021-04-01' },
      ],
      ['Minoes (kat, 2015)', 'Minoes (kat, 2021)', 'Minoes (hond, 2021)'],
    ],
    ['adds nothing where nothing differs', [{ species: 'CAT' }, { species: 'CAT' }], ['Minoes', 'Minoes']],
    ['ignores a species without a word', [{ species: 'OTHER' }, {}], ['Minoes', 'Minoes']],
    [
      'compares names in any spelling',
      [
        { name: 'Zoë', color: 'wit' },
        { name: 'ZOE', color: 'grijs' },
      ],
      ['Zoë (wit)', 'ZOE (grijs)'],
    ],
    [
      'leaves other names alone',
      [{ birthDate: '2015-04-01' }, { birthDate: '2021-04-01' }, { name: 'Bella', birthDate: '2020-01-01' }],
      ['Minoes (2015)', 'Minoes (2021)', 'Bella'],
    ],
  ])('%s', (_, fields, expected) => {
    expect(names(...fields)).toEqual(expected)
  })
})

describe('patientLabels', () => {
  const an = { firstName: 'An', lastName: 'Paar' }
  const bo = { firstName: 'Bo', lastName: 'Paar' }
  test.each<[string, Partial<Telling>[], string[]]>([
    [
      'adds only the caretaker where caretakers differ',
      [
        { caretaker: an, birthDate: '2015-04-01' },
        { caretaker: bo, birthDate: '2021-04-01' },
      ],
      ['Minoes (An Paar)', 'Minoes (Bo Paar)'],
    ],
    [
      'adds more where name and caretaker are the same',
      [
        { caretaker: an, birthDate: '2015-04-01' },
        { caretaker: an, birthDate: '2021-04-01' },
      ],
      ['Minoes (An Paar) (2015)', 'Minoes (An Paar) (2021)'],
    ],
    ['is the name without a caretaker', [{}, { name: 'Bella' }], ['Minoes', 'Bella']],
  ])('%s', (_, fields, expected) => {
    const all = animals(...fields)
    const labels = patientLabels(all, word)
    expect(all.map(({ uuid }) => labels.get(uuid))).toEqual(expected)
  })
})
