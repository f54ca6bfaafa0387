import { describe, expect, test } from 'vitest'
import { addressOfVisit, locationOf, mapUrl } from './place.ts'

const address = 'Dorpsstraat 1, 3512 AB Utrecht'

describe('the address of an appointment', () => {
  test.each<[place: string | undefined, address: string | undefined, location: string | undefined]>([
    [undefined, address, address],
    ['Spreekkamer 2', address, `Spreekkamer 2, ${address}`],
    ['Stal 4', address, `Stal 4, ${address}`],
    ['Hoofdweg 3, 1234CD Dorp', 'Hoofdweg 3, 1234CD Dorp', 'Hoofdweg 3, 1234CD Dorp'],
    ['Bij u op stal', undefined, 'Bij u op stal'],
    ['Huisbezoek', undefined, 'Huisbezoek'],
  ])('with the place %j is %j, and its location is %j', (place, expected, location) => {
    expect(addressOfVisit(place, { address })).toBe(expected)
    expect(locationOf(place, { address })).toBe(location)
  })

  test('is unknown without an address of the practice', () => {
    for (const practice of [{}, { address: '' }]) {
      expect(addressOfVisit('Spreekkamer 2', practice)).toBeUndefined()
      expect(locationOf('Spreekkamer 2', practice)).toBe('Spreekkamer 2')
      expect(locationOf(undefined, practice)).toBeUndefined()
    }
  })
})

test('a map searches for the whole address', () => {
  expect(mapUrl('Kade 1 & 2, 3512 AB Utrecht')).toBe(
    'https://www.openstreetmap.org/search?query=Kade%201%20%26%202%2C%203512%20AB%20Utrecht',
  )
})
