import { screen } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { settled } from './faults.tsx'
import { animalsOf, clientOf } from './owner.tsx'
import { injectFault, openPortal } from '#testing/portal.tsx'

// Another API, of which no field but the ids is what the contract says: no screen breaks by it.

type Spoil = (value: unknown) => unknown

/** Of every type another one. */
const other: Spoil = (value) => {
  if (typeof value === 'string') return { text: value }
  if (typeof value === 'number') return [value]
  return typeof value === 'boolean' ? 'perhaps' : 5
}

const KINDS: [string, Spoil][] = [
  ['missing', () => undefined],
  ['null', () => null],
  ['of another type', other],
]

const KEPT = new Set(['uuid', 'id'])
const spoilt = (item: object, spoil: Spoil) =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, KEPT.has(name) ? value : spoil(value)]))

/** What the API says of everything but who is signed in, spoilt on its way. */
function spoilAll(spoil: Spoil) {
  injectFault(
    http.get('*/api/*', async ({ request }) => {
      const { pathname } = new URL(request.url)
      const authorization = request.headers.get('authorization')
      const isSession = /\/api\/(user(\/refresh)?|capabilities)$/.test(pathname)
      if (isSession || !authorization || request.headers.has('x-unspoilt')) return undefined
      const answer = await fetch(request.url, { headers: { authorization, 'x-unspoilt': 'yes' } })
      const body = (await answer.json()) as object | object[] | { content: object[] }
      if (!answer.ok) return Response.json(body, { status: answer.status })
      if (Array.isArray(body)) return Response.json(body.map((item: object) => spoilt(item, spoil)))
      return 'content' in body
        ? Response.json({ ...body, content: body.content.map((item) => spoilt(item, spoil)) })
        : Response.json(spoilt(body, spoil))
    }),
  )
}

async function expectWhole() {
  await settled()
  // What is printed has a heading of its own.
  expect(screen.getAllByRole('heading', { level: 1 }).length).toBeGreaterThan(0)
  expect(screen.queryByRole('heading', { name: 'Deze pagina kon niet worden geladen' })).toBeNull()
  expect(document.body).not.toHaveTextContent(/Invalid|NaN|undefined|\bnull\b|\[object/)
}

describe.each(KINDS)('fields that are %s', (_, spoil) => {
  test.each([
    '/client/portal/reminders?active=true',
    '/client/portal/reminders?active=false',
    '/client/patients',
    '/client/patients/$animal',
    '/client/patients/$animal?show=card',
    '/client/patients/$animal?show=timeline',
    '/client/patients/$animal?show=medicines',
    '/client/invoices',
    '/client/visit-forms',
    '/client/attachments/lab-results',
    '/client/portal/settings',
  ])("do not break the owner's %s", async (address) => {
    const [animal] = await animalsOf(await clientOf('owner'))
    spoilAll(spoil)
    await openPortal(address.replace('$animal', animal!.uuid), { as: 'owner' })
    await expectWhole()
  })

  test.each([
    '/admin/dashboard',
    '/admin/clients/registered',
    '/admin/clients/unregistered',
    '/admin/practice',
    '/admin/audit',
  ])("do not break the clinic's %s", async (address) => {
    spoilAll(spoil)
    await openPortal(address, { as: 'admin' })
    await expectWhole()
  })
})
