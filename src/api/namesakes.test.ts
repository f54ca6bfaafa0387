import { expect, test } from 'vitest'
import type { ClientListItem } from './clients.ts'
import { disambiguate } from './namesakes.ts'

let made = 0
const client = (lastName: string, rest: Partial<ClientListItem> = {}): ClientListItem => ({
  uuid: String((made += 1)),
  locked: false,
  lastName,
  ...rest,
})
const jansen = (rest: Partial<ClientListItem>) => client('Jansen', { callName: 'Jan', ...rest })
const apart = (...clients: ClientListItem[]) =>
  disambiguate(clients)
    .map((each) => each.apart ?? '-')
    .join(' ')
const ofCity = (city: string, clientNumber?: string) => jansen({ city, clientNumber })

test('a client with a unique name gets no distinguishing detail', () => {
  const clients = [jansen({ city: 'Zeist' }), client('Jansen', { callName: 'Els', city: 'Assen' }), client('Jansen')]
  expect(disambiguate(clients)).toEqual(clients)
})

test('namesakes are distinguished by city, else by number, else by e-mail address', () => {
  expect(apart(ofCity('Zeist'), client('Bos'), ofCity('Assen'))).toBe('Zeist - Assen')
  expect(apart(ofCity('Zeist', '1'), ofCity('Zeist', '2'))).toBe('1 2')
  expect(apart(jansen({ email: 'a@mail.example' }), jansen({ email: 'b@mail.example' }))).toBe(
    'a@mail.example b@mail.example',
  )
})

test('namesakes in one city are distinguished by number, and another namesake by city', () => {
  expect(apart(ofCity('Zeist', '1'), ofCity('Zeist', '2'), ofCity('Assen', '3'))).toBe('1 2 Assen')
})

test('a namesake without details gets no distinguishing detail', () => {
  expect(apart(jansen({ city: 'Zeist', email: null }), jansen({ city: '', email: null }))).toBe('Zeist -')
  expect(apart(jansen({}), jansen({}))).toBe('- -')
})

test('clients with the same company name, and clients without a name, are namesakes', () => {
  const stable = { companyName: 'Stal Zonneweide' }
  expect(apart(client('Bos', { ...stable, city: 'Joure' }), client('Vos', { ...stable, city: 'Ede' }))).toBe(
    'Joure Ede',
  )
  expect(apart(client('', { clientNumber: '7' }), client('', { clientNumber: '8' }))).toBe('7 8')
})
