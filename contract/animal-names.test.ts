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

describe('animals of one client with the same name', () => {
  test.each<[string, Partial<Telling>[], string[]]>([
    ['by species', [{ species: 'CAT' }, { species: 'DOG' }], ['Minoes (kat)', 'Minoes (hond)']],
    [
      'by birth year',
      [
        { species: 'CAT', birthDate: '2015-04-01' },
        { species: 'CAT', birthDate: '2021-05-02' },
      ],
      ['Minoes (2015)', 'Minoes (2021)'],
    ],
    [
      'by the last digits of the chip number',
      [
        { birthDate: '2021-05-02', chipNumber: '528 140 000 123 456' },
        { birthDate: '2021-05-02', chipNumber: '528140000129999' },
      ],
      ['Minoes (…3456)', 'Minoes (…9999)'],
    ],
    [
      'by the last digits of the life number',
      [{ lifeNumber: 'NL 123456789' }, { lifeNumber: 'NL 123450000' }],
      ['Minoes (…6789)', 'Minoes (…0000)'],
    ],
    ['by colour', [{ color: 'rood' }, { color: ' zwart ' }], ['Minoes (rood)', 'Minoes (zwart)']],
    ['where only one says it', [{ birthDate: '2015-04-01' }, {}], ['Minoes (2015)', 'Minoes']],
    [
      'by two parts, where none tells all of them apart',
      [
        { species: 'CAT', birthDate: '2015-04-01' },
        { species: 'CAT', birthDate: '2021-04-01' },
        { species: 'DOG', birthDate: '2021-04-01' },
      ],
      ['Minoes (kat, 2015)', 'Minoes (kat, 2021)', 'Minoes (hond, 2021)'],
    ],
    ['not at all, where nothing differs', [{ species: 'CAT' }, { species: 'CAT' }], ['Minoes', 'Minoes']],
    ['not by a species without a word', [{ species: 'OTHER' }, {}], ['Minoes', 'Minoes']],
    [
      'in any spelling',
      [
        { name: 'Zoë', color: 'wit' },
        { name: 'ZOE', color: 'grijs' },
      ],
      ['Zoë (wit)', 'ZOE (grijs)'],
    ],
    [
      'and nobody else',
      [{ birthDate: '2015-04-01' }, { birthDate: '2021-04-01' }, { name: 'Bella', birthDate: '2020-01-01' }],
      ['Minoes (2015)', 'Minoes (2021)', 'Bella'],
    ],
  ])('are told apart %s', (_, fields, expected) => {
    expect(names(...fields)).toEqual(expected)
  })
})

describe('labels of animals to choose from', () => {
  const an = { firstName: 'An', lastName: 'Paar' }
  const bo = { firstName: 'Bo', lastName: 'Paar' }
  test.each<[string, Partial<Telling>[], string[]]>([
    [
      'have no more than the caretaker where that differs',
      [
        { caretaker: an, birthDate: '2015-04-01' },
        { caretaker: bo, birthDate: '2021-04-01' },
      ],
      ['Minoes (An Paar)', 'Minoes (Bo Paar)'],
    ],
    [
      'are told apart where name and caretaker are the same',
      [
        { caretaker: an, birthDate: '2015-04-01' },
        { caretaker: an, birthDate: '2021-04-01' },
      ],
      ['Minoes (An Paar) (2015)', 'Minoes (An Paar) (2021)'],
    ],
    ['are the names without a caretaker', [{}, { name: 'Bella' }], ['Minoes', 'Bella']],
  ])('%s', (_, fields, expected) => {
    const all = animals(...fields)
    const labels = patientLabels(all, word)
    expect(all.map(({ uuid }) => labels.get(uuid))).toEqual(expected)
  })
})
