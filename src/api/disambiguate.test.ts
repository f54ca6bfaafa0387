import { expect, test } from 'vitest'
import type { ClientListItem } from './clients.ts'
import { disambiguate } from './disambiguate.ts'

let made = 0
const client = (lastName: string, rest: Partial<ClientListItem> = {}): ClientListItem => ({
  uuid: String((made += 1)),
  locked: false,
  lastName,
  ...rest,
})
const jansen = (rest: Partial<ClientListItem>) => client('Jansen', { callName: 'Jan', ...rest })
const apart = (...clients: ClientListItem[]) => disambiguate(clients).map((each) => each.apart)

test('clients with different names get no detail', () => {
  const clients = [jansen({ city: 'Zeist' }), client('Jansen', { callName: 'Els', city: 'Assen' }), client('Jansen')]
  expect(disambiguate(clients)).toEqual(clients)
})

test('namesakes get the city, else the number, else the e-mail address', () => {
  expect(apart(jansen({ city: 'Zeist' }), client('Bos'), jansen({ city: 'Assen' }))).toEqual([
    'Zeist',
    undefined,
    'Assen',
  ])
  expect(apart(jansen({ city: 'Zeist', clientNumber: '1' }), jansen({ city: 'Zeist', clientNumber: '2' }))).toEqual([
    '1',
    '2',
  ])
  expect(apart(jansen({ email: 'a@mail.example' }), jansen({ email: 'b@mail.example' }))).toEqual([
    'a@mail.example',
    'b@mail.example',
  ])
})

test('namesakes in one city get the number, and another namesake the city', () => {
  const [one, two] = [jansen({ city: 'Zeist', clientNumber: '1' }), jansen({ city: 'Zeist', clientNumber: '2' })]
  expect(apart(one, two, jansen({ city: 'Assen', clientNumber: '3' }))).toEqual(['1', '2', 'Assen'])
})

test('a namesake without details gets none', () => {
  expect(apart(jansen({ city: 'Zeist', email: null }), jansen({ city: '', email: null }))).toEqual(['Zeist', undefined])
  expect(apart(jansen({}), jansen({}))).toEqual([undefined, undefined])
})

test('the displayed name decides: of a company its name, of an unknown client none', () => {
  const stable = { companyName: 'Stal Zonneweide' }
  expect(apart(client('Bos', { ...stable, city: 'Joure' }), client('Vos', { ...stable, city: 'Venray' }))).toEqual([
    'Joure',
    'Venray',
  ])
  expect(apart(client('', { clientNumber: '7' }), client('', { clientNumber: '8' }))).toEqual(['7', '8'])
})
