import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropEarlyAnswers, takeEarlyAnswer } from './api/first-calls.ts'

const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
const TOKEN = `${part({ alg: 'none' })}.${part({ exp: 9_000_000_000 })}.x`

const START = ['user/refresh', 'capabilities', 'user']
const asked: { path: string; redirect: RequestInit['redirect'] }[] = []
const paths = () => asked.map(({ path }) => path)

/** Responses by path; other requests stay pending. */
let answers: Record<string, unknown>

beforeEach(() => {
  asked.length = 0
  answers = { 'user/refresh': { token: TOKEN } }
  delete window.earlyAnswers
  sessionStorage.setItem('portal-token', TOKEN)
  vi.stubGlobal('SCRIPTS', {})
  // happy-dom would fetch preloaded files.
  vi.spyOn(document.head, 'append').mockImplementation(() => {})
  vi.stubGlobal('fetch', (href: string, { redirect }: RequestInit) => {
    const path = new URL(href).pathname.replace('/api/', '')
    asked.push({ path, redirect })
    return path in answers ? Promise.resolve(Response.json(answers[path])) : new Promise(() => {})
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  delete window.earlyAnswers
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

async function run(pathname: string) {
  history.replaceState(null, '', pathname)
  vi.resetModules()
  await import('./early.ts')
  await expect.poll(() => paths().includes('user/refresh') || window.earlyAnswers!.isOver).toBe(true)
  for (let turns = 0; turns < 20; turns++) await Promise.resolve()
}

test('early.ts requests what the session starts with', async () => {
  await run('/admin/dashboard')
  await expect.poll(paths).toEqual(START)
})

const refresh = () => new Request('http://localhost:3000/api/user/refresh', { headers: { authorization: TOKEN } })

test.each([
  ['the portal has made a request', () => takeEarlyAnswer(refresh())],
  ['the first page', dropEarlyAnswers],
])('early.ts requests nothing after %s', async (_, happens) => {
  void happens()
  await run('/admin/dashboard')
  expect(paths()).toEqual([])
})

test('early.ts follows no redirect', async () => {
  answers['user'] = { practiceId: 'p', roles: ['CLINIC_USER'] }
  await run('/admin/clients/registered')
  await expect.poll(paths).toContain('practice/p/clients')
  expect(new Set(asked.map(({ redirect }) => redirect))).toEqual(new Set(['error']))
})

test.each([
  ['requests', ['page-sizes'], 3],
  ['does not request', ['herd'], 2],
])('early.ts %s the first reminders with the capability %j', async (_, able, calls) => {
  answers = {
    ...answers,
    capabilities: able,
    user: { roles: ['PORTAL_USER'] },
    'user/practices': [{ id: 'p' }],
    'user/client': { uuid: 'c' },
  }
  await run('/client/portal/reminders?active=true')
  await expect.poll(() => paths().filter((path) => path.endsWith('/reminders'))).toHaveLength(calls)
  for (let turns = 0; turns < 50; turns++) await Promise.resolve()
  expect(paths().filter((path) => path.endsWith('/reminders'))).toHaveLength(calls)
})

test.each([
  ['staff', { practiceId: 'p', roles: ['ROLE_CLINIC_ADMIN'] }, ['practice/p']],
  ['an owner', { roles: [{ authority: 'ROLE_USER' }] }, ['user/practices']],
  ['an owner with a practice', { practiceId: 'p', roles: ['PORTAL_USER'] }, ['user/practices']],
  ['a clinic user without a practice', { roles: ['CLINIC_USER'] }, []],
  ['an unknown role', { practiceId: 'p', roles: ['JANITOR'] }, []],
])('after the user, early.ts requests the lists of %s', async (_, user, follow) => {
  answers['user'] = user
  await run('/client/portal/reminders')
  await expect.poll(paths).toEqual([...START, ...follow])
  for (let turns = 0; turns < 50; turns++) await Promise.resolve()
  expect(paths()).toEqual([...START, ...follow])
})
