import { act, screen } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/schemas/access-log.ts'
import { answers } from '#mocks/faults.ts'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { signInByPassword } from '#src/session/sign-in.ts'
import { watch } from './faults.tsx'
import { clientOf } from './owner.tsx'
import { shows } from './steps.ts'
import { arrivesAt, database, injectFault, openPortal } from '#harness/portal.tsx'

const open = (address = '/admin/audit') => openPortal(address, { as: 'admin' })
const items = () => screen.getAllByRole('listitem').filter((item) => item.querySelector('time'))
const texts = () => items().map((item) => item.textContent)

/** Response with these audit entries. */
const trail = (...entries: (Omit<AuditEntry, 'action'> & { action: string })[]) =>
  http.get('*/api/practice/de-waag/audit', () =>
    Response.json({ content: entries, page: { number: 0, size: 25, totalPages: 1, totalElements: entries.length } }),
  )

const AT = new Date(2026, 10, 20, 9, 5).toISOString()
const BY = { id: 'a', name: 'Tess Brouwer' }
const CLIENT = { uuid: 'c', name: 'Annelies van den Berg' }

async function locked(times: number) {
  await database().deleteFrom('audit').execute()
  const client_uuid = await clientOf('owner')
  const rows = Array.from({ length: times }, (_, index) => ({
    practice_id: 'de-waag',
    at: new Date(Date.now() - index * 60_000).toISOString(),
    action: 'locked' as const,
    // Equal actions of one person would be grouped in one line.
    account_id: `a${index % 20}`,
    account_name: 'Femke de Wit',
    client_uuid,
    client_name: `Nummer ${index + 1}`,
    details: null,
    session_id: null,
  }))
  await database().insertInto('audit').values(rows).execute()
}

test('the audit log shows an admin who did what to which client', async () => {
  const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
  const [button] = screen.getAllByRole('button', { name: /blokkeren$/ })
  const name = button!.getAttribute('aria-label')!.replace(/ blokkeren$/, '')
  await portal.user.click(button!)
  await screen.findByText(`${name} is geblokkeerd.`)

  await portal.follow('Uitloggen')
  await act(() => signInByPassword(portal.router, { username: personas.admin, password: PASSWORD }))
  const later = watch(portal)
  await portal.follow('Activiteiten')
  await shows(`${name} geblokkeerd`)
  expect(items()[0]).toHaveTextContent('Femke de Wit')
  expect(later.all().filter((call) => call.includes('audit'))).toEqual([
    'GET /api/practice/de-waag/audit?page=0&size=25&runs=true',
    'GET /api/practice/de-waag/audit/people',
  ])
})

test('the audit log shows each activity as a sentence, by day, with its person or import key', async () => {
  injectFault(
    trail(
      { at: AT, action: 'registered', account: BY, client: CLIENT },
      { at: AT, action: 'activated', client: CLIENT },
      { at: AT, action: 'locked', account: BY, client: CLIENT },
      { at: AT, action: 'unlocked', account: BY, client: CLIENT },
      { at: AT, action: 'deleted', account: BY, client: CLIENT },
      { at: AT, action: 'deleted-all', account: BY, count: 1043 },
      { at: AT, action: 'deleted-all', account: BY },
      { at: AT, action: 'viewed-as', account: BY, client: { uuid: 'c', name: '' } },
      { at: AT, action: 'practice-changed', account: BY, fields: ['name', 'phone', 'iban', 'motto'] },
      { at: AT, action: 'logo-changed', account: BY },
      { at: AT, action: 'logo-removed', account: BY },
      { at: AT, action: 'email-changed', client: CLIENT },
      {
        at: AT,
        action: 'renamed',
        account: { ...BY, username: 'tess@dewaag.example' },
        names: { from: 'Tess Brouwer', to: 'Femke de Wit' },
      },
      { at: AT, action: 'locked', account: { id: 'b', name: 'b@a.example', username: 'b@a.example' }, client: CLIENT },
      { at: AT, action: 'request-answered', client: CLIENT, key: 'Waag-PMS' },
      { at: AT, action: 'import-key-made', account: BY, key: 'Waag-PMS' },
      {
        at: new Date(2026, 10, 19, 23, 59).toISOString(),
        action: 'imported',
        key: 'Nachtexport',
        changes: {
          client: { added: 1200, updated: 3, unchanged: 9 },
          patient: { added: 34, updated: 1, unchanged: 0 },
        },
      },
      { at: new Date(2026, 10, 19, 8, 0).toISOString(), action: 'danced' },
    ),
  )
  await open()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'vrijdag 20 november 2026',
    'donderdag 19 november 2026',
  ])
  expect(texts()).toEqual([
    'Annelies van den Berg geregistreerdTess Brouwer09:05',
    'Annelies van den Berg heeft het account geactiveerd09:05',
    'Annelies van den Berg geblokkeerdTess Brouwer09:05',
    'Annelies van den Berg gedeblokkeerdTess Brouwer09:05',
    'Annelies van den Berg verwijderd uit het portaalTess Brouwer09:05',
    'Alle cliënten verwijderd uit het portaal: 1.043Tess Brouwer09:05',
    'Alle cliënten verwijderd uit het portaalTess Brouwer09:05',
    'Portaal bekeken als Niet beschikbaarTess Brouwer09:05',
    'Praktijkgegevens gewijzigdTess Brouwer · Naam, Telefoon en IBAN09:05',
    'Logo gewijzigdTess Brouwer09:05',
    'Logo verwijderdTess Brouwer09:05',
    'E-mailadres van Annelies van den Berg gewijzigd: het nieuwe adres heeft nu toegang09:05',
    'Naam gewijzigd van Tess Brouwer in Femke de WitTess Brouwer (tess@dewaag.example)09:05',
    'Annelies van den Berg geblokkeerdb@a.example09:05',
    'Verzoek van Annelies van den Berg beantwoordSysteem met sleutel Waag-PMS09:05',
    'Sleutel voor een ander systeem gemaaktTess Brouwer · Waag-PMS09:05',
    'Gegevens geïmporteerdSysteem met sleutel Nachtexport · 1.234 toegevoegd, 4 bijgewerkt23:59',
    'Andere activiteitDoor een import of de leverancier08:00',
  ])
})

test('the audit log is paged by 25, and a page beyond the end links to the first', async () => {
  await locked(30)
  const portal = await open()
  expect(items()).toHaveLength(25)
  await portal.follow('Volgende pagina')
  await shows('Nummer 30 geblokkeerd')
  expect(items()).toHaveLength(5)
  expect(portal.address()).toBe('/admin/audit?page=2')
  await portal.goTo('/admin/audit?page=7')
  await shows('Deze pagina is leeg')
  await portal.follow('Naar de eerste pagina')
  await shows('Nummer 1 geblokkeerd')
  expect(portal.address()).toBe('/admin/audit')
})

test('an audit log that fails to load raises one alert and can be retried', async () => {
  await database().deleteFrom('audit').execute()
  injectFault(answers('get', 'practice/*/audit', 500, 'internal', { once: true }))
  const portal = await open()
  expect(await screen.findByRole('alert')).toHaveTextContent('De server gaf een fout (500).')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  await portal.press('Opnieuw proberen')
  await shows('Nog geen activiteiten')
  expect(screen.queryByRole('navigation', { name: 'Pagina’s' })).toBeNull()
})

test('staff without the admin role neither see nor load the audit log', async () => {
  const portal = await openPortal('/admin/audit', { as: 'staff' })
  await arrivesAt(portal, '/not-authorised')
  expect(portal.calls.filter((call) => call.includes('/practice/'))).toEqual([])

  await portal.router.navigate({ to: '/admin/practice' })
  expect(await screen.findByRole('link', { name: 'Praktijkgegevens' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Activiteiten' })).toBeNull()
})
