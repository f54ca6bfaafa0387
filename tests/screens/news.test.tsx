import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '#mocks/faults.ts'
import { settled } from './faults.tsx'
import { injectFault, openPortal } from '#harness/portal.tsx'
import { replies } from './steps.ts'
import { plain } from './documents.tsx'

const AT = new Date(2026, 10, 20, 9, 5).toISOString()
const NOTHING = { activations: { count: 0, latest: [] }, imports: [], givenUpMails: { count: 0, latest: [] } }
const has = (news: object) => injectFault(replies('get', 'practice/*/news', { ...NOTHING, ...news }))
const open = () => openPortal('/admin/dashboard', { as: 'staff' })
const news = () => screen.findByRole('region', { name: 'Recent' })
const lines = async () =>
  within(await news())
    .queryAllByRole('listitem')
    .map(({ textContent }) => plain(textContent))
const client = (name: string) => ({ at: AT, client: { uuid: 'c', name } })

test('the news on the dashboard lists undelivered mails, activations and imports in this order', async () => {
  has({
    activations: { count: 12, latest: [client('Anna Bakker'), client('Jan Vos')] },
    imports: [{ at: AT, added: 1234, updated: 4 }],
    givenUpMails: { count: 1, latest: [{ at: AT }] },
  })
  await open()
  expect(await lines()).toEqual([
    '1 e-mail kon niet worden bezorgdNiet beschikbaar20 nov, 09:05',
    '12 cliënten hebben hun account geactiveerdAnna Bakker en Jan Vos20 nov, 09:05',
    'Gegevens geïmporteerd1.234 toegevoegd, 4 bijgewerkt20 nov, 09:05',
  ])
})

test('the news on the dashboard states that it is empty', async () => {
  has({})
  await open()
  expect(within(await news()).getByText('In deze dagen is er niets gebeurd.')).toBeVisible()
  expect(await lines()).toEqual([])
})

test('the news on the dashboard is hidden if it cannot be loaded', async () => {
  injectFault(answers('get', 'practice/de-waag/news', 500))
  await open()
  await settled()
  expect(screen.queryByText('Recent')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
