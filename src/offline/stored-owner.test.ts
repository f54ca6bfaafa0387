import { afterEach, expect, test } from 'vitest'
import { recordSignOut, hasAnySignedOutSince } from '#src/session/other-tabs.ts'
import { isTooOld, ownerHashOf, readStoredOwner, removeStoredOwner, writeStoredOwner } from './stored-owner.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 22)

afterEach(() => localStorage.clear())

test('isTooOld is true after more than 30 days, and more than 30 days in the future', () => {
  expect([29, 30, 31, -29, -31].filter((days) => isTooOld(NOW - days * DAY, NOW))).toEqual([31, -31])
})

test('readStoredOwner reads the owner until it is removed', () => {
  expect(readStoredOwner()).toBeNull()
  writeStoredOwner({ owner: 'ab', keptAt: NOW })
  expect(readStoredOwner()).toEqual({ owner: 'ab', keptAt: NOW })
  removeStoredOwner()
  expect(readStoredOwner()).toBeNull()
})

test.each(['', 'null', '{}', '{"owner":1,"keptAt":2}', '{"owner":"ab","keptAt":"today"}'])(
  'readStoredOwner ignores %j',
  (stored) => {
    localStorage.setItem('portal-offline', stored)
    expect(readStoredOwner()).toBeNull()
  },
)

test('ownerOf returns a hash of the account', async () => {
  const owner = await ownerHashOf('owner@mail.example')
  expect(owner).toMatch(/^[\da-f]{24}$/)
  expect(await ownerHashOf('owner@mail.example')).toBe(owner)
  expect(await ownerHashOf('two@mail.example')).not.toBe(owner)
})

test('hasAnySignedOutSince compares a time with the last sign-out', () => {
  expect(hasAnySignedOutSince(0)).toBe(false)
  const before = Date.now()
  recordSignOut('owner@mail.example')
  expect([hasAnySignedOutSince(before), hasAnySignedOutSince(Date.now() + 1)]).toEqual([true, false])
  localStorage.setItem('portal-signed-out', '{broken')
  expect(hasAnySignedOutSince(0)).toBe(false)
})
