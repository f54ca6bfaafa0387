import { afterEach, expect, test } from 'vitest'
import { noteSignOut, hasAnySignedOutSince } from '#src/session/other-tabs.ts'
import { isTooOld, ownerOf, readMark, removeMark, writeMark } from './mark.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 22)

afterEach(() => localStorage.clear())

test('records are too old after thirty days, and where a clock was set back as far', () => {
  expect([29, 30, 31, -29, -31].map((days) => isTooOld(NOW - days * DAY, NOW))).toEqual([
    false,
    false,
    true,
    false,
    true,
  ])
})

test('a mark is read back until it is removed', () => {
  expect(readMark()).toBeNull()
  writeMark({ owner: 'ab', keptAt: NOW })
  expect(readMark()).toEqual({ owner: 'ab', keptAt: NOW })
  removeMark()
  expect(readMark()).toBeNull()
})

test.each(['', 'null', '{}', '{"owner":1,"keptAt":2}', '{"owner":"ab","keptAt":"today"}'])('%j is none', (stored) => {
  localStorage.setItem('portal-offline', stored)
  expect(readMark()).toBeNull()
})

test('whose it is says nothing of who it is', async () => {
  const owner = await ownerOf('owner@mail.example')
  expect(owner).toMatch(/^[\da-f]{24}$/)
  expect(await ownerOf('owner@mail.example')).toBe(owner)
  expect(await ownerOf('two@mail.example')).not.toBe(owner)
})

test('a sign-out is known by when it was', () => {
  expect(hasAnySignedOutSince(0)).toBe(false)
  const before = Date.now()
  noteSignOut('owner@mail.example')
  expect([hasAnySignedOutSince(before), hasAnySignedOutSince(Date.now() + 1)]).toEqual([true, false])
  localStorage.setItem('portal-signed-out', '{broken')
  expect(hasAnySignedOutSince(0)).toBe(false)
})
