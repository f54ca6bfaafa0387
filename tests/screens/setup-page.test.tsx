import { screen, waitFor } from '@testing-library/react'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSetupCode } from '#server/setup/code.ts'
import { arrivesAt, database, openPortal, startedWithoutPractice, withoutCapabilities } from '#harness/portal.tsx'
import { field, input, main, shows, showsHeading } from './steps.ts'

beforeEach(startedWithoutPractice)
afterEach(() => vi.restoreAllMocks())

const PASSWORD = 'Welkom#2026'
const SUBMIT = 'Praktijk maken en inloggen'

/** Removes the practices of the demo, and returns a set-up code. */
async function emptyPortal(): Promise<string> {
  const db = database()
  await sql`pragma foreign_keys = off`.execute(db)
  await sql`delete from practice`.execute(db)
  await sql`pragma foreign_keys = on`.execute(db)
  return (await createSetupCode(db, new Date()))!.code
}

type Portal = Awaited<ReturnType<typeof openPortal>>

async function fill(portal: Portal) {
  await portal.type(/^Naam van de praktijk/, 'Dierenkliniek De Krekel')
  await portal.type(/^Telefoon/, '0182 123456')
  await portal.type(/^Voornaam/, 'Tess')
  await portal.type(/^Uw e-mailadres/, 'tess@krekel.example')
  await portal.user.type(input(/^Nieuw wachtwoord/), PASSWORD)
  await portal.user.type(input(/^Herhaal/), PASSWORD)
}

describe('the set-up page', () => {
  test('makes the practice and its admin, and opens the dashboard', async () => {
    const portal = await openPortal(`/setup#${await emptyPortal()}`)
    expect(screen.queryByRole('textbox', { name: /^Instelcode/ })).toBeNull()
    await fill(portal)
    await portal.press(SUBMIT)
    await arrivesAt(portal, '/admin/dashboard')
    await showsHeading(/, Tess$/)
    const { id, phone } = await database().selectFrom('practice').selectAll().executeTakeFirstOrThrow()
    expect([id, phone]).toEqual(['dierenkliniek-de-krekel', '0182 123456'])
  })

  test('keeps everything typed when the code has ended, and takes a new one', async () => {
    const portal = await openPortal(`/setup#${await emptyPortal()}`)
    await fill(portal)
    await database().updateTable('setup_code').set({ wrong: 5 }).execute()
    await portal.press(SUBMIT)
    await shows(/^Deze instelcode klopt niet, is al gebruikt of is verlopen/)
    expect(field(/^Naam van de praktijk/)).toHaveValue('Dierenkliniek De Krekel')
    expect(input(/^Herhaal/)).toHaveValue(PASSWORD)
    await portal.retype(/^Instelcode/, (await createSetupCode(database(), new Date()))!.code)
    await portal.press(SUBMIT)
    await arrivesAt(portal, '/admin/dashboard')
  })

  test('says at once that a code is not valid, and asks for one without', async () => {
    await emptyPortal()
    const portal = await openPortal('/setup#AAAA-AAAA-AAAA')
    await shows(/^Deze instelcode klopt niet, is al gebruikt of is verlopen/)
    await portal.goTo('/setup')
    await shows(/^De server toont bij het starten een adres/)
  })

  test('says that the portal is set up, also if another set-up was faster', async () => {
    const portal = await openPortal('/setup')
    await showsHeading('Het portaal is ingesteld')
    expect(main().getByRole('link', { name: 'Inloggen' })).toHaveAttribute('href', '/auth/login')
    const { id, name, locked } = await database().selectFrom('practice').selectAll().executeTakeFirstOrThrow()
    const code = await emptyPortal()
    await portal.goTo(`/setup#${code}`)
    await fill(portal)
    await database().insertInto('practice').values({ id, name, locked }).execute()
    await portal.press(SUBMIT)
    await showsHeading('Het portaal is ingesteld')
  })

  test('does not exist on an API of the specification alone', async () => {
    withoutCapabilities()
    const portal = await openPortal('/setup#AAAA-AAAA-AAAA')
    await waitFor(() => expect(portal.address()).toBe('/404'))
    expect(portal.calls).not.toContain('GET /api/setup')
  })
})

describe('the sign-in page', () => {
  const notice = () => screen.findByText(/^Dit portaal is nog niet ingesteld/)

  test('leads to the set-up of a portal without a practice', async () => {
    await emptyPortal()
    const portal = await openPortal('/auth/login')
    expect(await notice()).toHaveTextContent('De instelcode staat in de uitvoer van de server')
    await portal.follow('Portaal instellen')
    await arrivesAt(portal, '/setup')
  })

  test('does not mention the set-up once there is a practice', async () => {
    const portal = await openPortal('/auth/login')
    await waitFor(() => expect(portal.calls).toContain('GET /api/setup'))
    expect(screen.queryByRole('link', { name: 'Portaal instellen' })).toBeNull()
  })

  test('makes no call where the page does not name the set-up', async () => {
    withoutCapabilities()
    await emptyPortal()
    const portal = await openPortal('/auth/login')
    expect(portal.calls).toEqual([])
    expect(screen.queryByRole('link', { name: 'Portaal instellen' })).toBeNull()
  })
})
