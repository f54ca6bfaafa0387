// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tabStorage } from '#src/lib/storage.ts'
import { sessionForgotten, userLoaded } from '#src/lib/store.ts'
import { draftOf, draftsOf, forgetDrafts, hasDrafts } from './drafts.ts'
import { recordSignOut } from './other-tabs.ts'

const KEY = 'portal-drafts'
const signIn = (userId: string | null) =>
  userLoaded({ userId, practiceId: 'p', roles: ['CLINIC_USER'], language: 'nl' })
const typed = (text: string) => ({ values: { text }, base: { text: '' } })
const textOf = (...ids: string[]) => draftOf('answer', ...ids).read()?.values['text']

beforeEach(() => signIn('anna'))

afterEach(() => {
  vi.unstubAllGlobals()
  sessionForgotten()
  tabStorage.removeItem(KEY)
  sessionStorage.clear()
  localStorage.clear()
})

test.each([
  [['p'], ['q']],
  [['p'], ['p', 'p']],
  [['p,one'], ['p', 'one']],
  [[''], []],
])('drafts for %j and for %j are separate', (one, other) => {
  draftOf('answer', ...one).keep(typed('one'))
  draftOf('answer', ...other).keep(typed('other'))
  expect([textOf(...one), textOf(...other)]).toEqual(['one', 'other'])
  draftOf('answer', ...one).forget()
  expect([textOf(...one), textOf(...other)]).toEqual([undefined, 'other'])
})

test('draftsOf lists the drafts of one client, newest first', () => {
  draftOf('request', 'c1', 'a').keep(typed('a'))
  draftOf('request', 'c1', 'b').keep(typed('b'))
  draftOf('request', 'c10', 'c').keep(typed('c'))
  expect(draftsOf('request', 'c1').map(({ values }) => values['text'])).toEqual(['b', 'a'])
})

test('another account cannot read the drafts, and its first draft replaces them', () => {
  draftOf('answer', 'r').keep(typed('anna'))
  signIn('bert')
  expect(textOf('r')).toBeUndefined()
  draftOf('answer', 's').keep(typed('bert'))
  signIn('anna')
  expect(textOf('r')).toBeUndefined()
  expect(sessionStorage.getItem(KEY)).not.toContain('anna')
})

test('a user without an id has no drafts', () => {
  signIn(null)
  draftOf('answer', 'r').keep(typed('x'))
  expect(sessionStorage.getItem(KEY)).toBeNull()
})

test.each([
  ['anna', true],
  ['bert', false],
  [null, false],
])('forgetDrafts(%j) leaves for the user anna: %j', (except, stays) => {
  draftOf('answer', 'r').keep(typed('x'))
  forgetDrafts(except)
  expect(hasDrafts()).toBe(stays)
})

test('drafts written before a sign-out in another tab are not read', () => {
  vi.useFakeTimers({ now: 1000 })
  draftOf('answer', 'r').keep(typed('before'))
  vi.setSystemTime(2000)
  recordSignOut('anna')
  expect([hasDrafts(), textOf('r')]).toEqual([false, undefined])
  vi.setSystemTime(3000)
  draftOf('answer', 's').keep(typed('after'))
  expect([hasDrafts(), textOf('s')]).toEqual([true, 'after'])
  vi.useRealTimers()
})

test.each([
  '{broken',
  'null',
  '{"owner":"anna","drafts":{}}',
  '{"owner":"anna","drafts":[null,7,"x",[],{"id":"[\\"answer\\",\\"r\\"]","at":1}]}',
  '{"owner":"anna","drafts":[{"id":7,"at":1,"values":{},"base":{}}]}',
  '{"owner":"anna","drafts":[{"id":"[\\"answer\\",\\"r\\"]","at":"1","values":{},"base":{}}]}',
])('invalid storage %s is ignored, and replaced by the next draft', (text) => {
  sessionStorage.setItem(KEY, text)
  expect([textOf('r'), hasDrafts()]).toEqual([undefined, false])
  draftOf('answer', 'r').keep(typed('next'))
  expect(textOf('r')).toBe('next')
})

test.each(['QuotaExceededError', 'SecurityError'])('drafts are stored in memory if the storage throws %s', (name) => {
  const deny = () => {
    throw new DOMException('refused', name)
  }
  vi.stubGlobal('sessionStorage', { getItem: deny, setItem: deny, removeItem: deny })
  draftOf('answer', 'r').keep(typed('kept'))
  expect(textOf('r')).toBe('kept')
  forgetDrafts()
  expect(hasDrafts()).toBe(false)
})

test('sending a form removes its draft, but not text typed meanwhile', () => {
  for (const id of ['r', 's']) {
    draftOf('answer', id).keep(typed(id === 'r' ? 'sent' : 'sent, and more'))
    draftOf('answer', id).sent({ text: 'sent' })
  }
  expect([textOf('r'), textOf('s')]).toEqual([undefined, 'sent, and more'])
})
