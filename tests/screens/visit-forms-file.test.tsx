import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiAnswers, watchLinks, hasVisits, minutesLater, ownerAndAnimals, tabs } from './documents.tsx'
import { openPortal } from '#harness/portal.tsx'

const UUID = '5d3c0000-0000-4000-8000-000000000000'
const open = (uuid = UUID) => openPortal(`/client/visit-forms?visit=${uuid}`, { as: 'owner' })

let clicks: ReturnType<typeof watchLinks>
beforeEach(() => {
  clicks = watchLinks()
})
afterEach(() => clicks.stop())

test.each([
  ['https://files.example/v', { mimeType: 'application/pdf' }, 'Bestand openen'],
  ['https://files.example/v', { fileName: 'v.docx' }, 'Bestand downloaden'],
  ['https://files.example/v.pdf?signature=x', {}, 'Bestand openen'],
  ['https://files.example/v?as=v.pdf', {}, 'Bestand downloaden'],
])('the file of a visit with %s and %j has the link: %s', async (url, fields, name) => {
  apiAnswers('visit-forms', [{ uuid: UUID, reason: 'Mank', url, ...fields }])
  await open()
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', url)
})

test.each(['javascript:alert(1)', undefined])('the file of a visit with the URL %j has no link', async (url) => {
  apiAnswers('visit-forms', [{ uuid: UUID, reason: 'Mank', url, mimeType: 'application/pdf' }])
  await open()
  expect(screen.getByRole('heading', { name: 'Mank' })).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Bestand/ })).toBeNull()
})

test('the file of a visit on a later page opens by a fresh URL from that page', async () => {
  const { clientId } = await ownerAndAnimals()
  const uuids = await hasVisits(
    clientId,
    ...Array.from({ length: 30 }, (_, index) => ({
      date: `2026-01-${String(30 - index).padStart(2, '0')}`,
      url: `https://files.example/${index}.pdf`,
      mimeType: 'application/pdf',
    })),
  )
  const portal = await open(uuids[28])
  const opened = tabs()
  const before = portal.calls.length
  minutesLater(5)
  await portal.user.click(screen.getByRole('link', { name: 'Bestand openen' }))
  await waitFor(() => expect(opened[0]?.went).toEqual(['https://files.example/28.pdf']))
  expect(portal.calls.slice(before)).toEqual([
    `GET /api/clients/${clientId}/visit-forms?page=1&size=25&sort=date%2Cdesc`,
  ])
})
