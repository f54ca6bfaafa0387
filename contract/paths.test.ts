import { expect, test } from 'vitest'
import * as laterPaths from './later-paths.ts'
import * as all from './paths.ts'

const { isUserPath, ...firstPaths } = all
const paths = { ...firstPaths, ...laterPaths }

test.each([
  [paths.authenticate, 'user/authenticate'],
  [paths.oauthAuthenticate, 'oauth/authenticate'],
  [paths.refresh, 'user/refresh'],
  [paths.user, 'user'],
  [paths.userPractices, 'user/practices'],
  [paths.userClient, 'user/client'],
  [paths.changePassword, 'password/change'],
  [paths.resetPassword, 'password/reset'],
  [paths.forgotPassword, 'password/forgot'],
  [paths.practice('p'), 'practice/p'],
  [paths.logoUploadUrl('p'), 'practice/p/logoUploadUrl'],
  [paths.practiceClients('p'), 'practice/p/clients'],
  [paths.clients, 'clients'],
  [paths.client('c'), 'clients/c'],
  [paths.patients('c'), 'clients/c/patients'],
  [paths.logbook('c', 'a'), 'clients/c/patients/a/logbook'],
  [paths.reminders('c'), 'clients/c/reminders'],
  [paths.invoices('c'), 'clients/c/invoices'],
  [paths.invoiceFile('c', 'i'), 'clients/c/invoices/i/file'],
  [paths.visitForms('c'), 'clients/c/visit-forms'],
  [paths.attachments('c', 'lab-results'), 'clients/c/lab-results'],
])('paths builds the path of the specification: %s', (path, specified) => {
  expect(path).toBe(specified)
})

test('path functions encode an id as one segment', () => {
  for (const path of Object.values(paths)) {
    if (typeof path === 'string') continue
    const withIds = path as (client: string, other: string) => string
    const { pathname, search, hash } = new URL(withIds('../a b/?c#d%', '../a b/?c#d%'), 'http://localhost/api/')
    expect([pathname.split('/').length - 2, search, hash]).toEqual([withIds('x', 'x').split('/').length, '', ''])
  }
})

test('isUserPath is true for user and its sub-paths', () => {
  const below = ['user', 'user/authenticate', 'user/client']
  const others = ['users', 'user-settings', 'oauth/authenticate', 'clients/user', 'practice/user']
  expect([...below, ...others].filter(isUserPath)).toEqual(below)
})
