import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '#mocks/personas.ts'
import { arrivesAt, database, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { ownerId } from './owner.ts'
import { accountOf, input, main, shows } from './steps.ts'

const SETTINGS = '/client/portal/settings'
const factOf = (name: string) => main().getByText(name, { selector: 'dt *' }).closest('dt')!.nextElementSibling

test('the settings show the name, the account and the practice', async () => {
  await openPortal(SETTINGS, { as: 'owner' })
  expect(factOf('Op naam van')).toHaveTextContent('Anneke van den Berg')
  expect(factOf('Gebruikersnaam')).toHaveTextContent('owner@mail.example')
  expect(factOf('Praktijk')).toHaveTextContent('DAP De Waag')
  expect(main().queryByRole('link', { name: 'Andere praktijk' })).toBeNull()
})

test('the settings have a table of contents', async () => {
  const portal = await openPortal(SETTINGS, { as: 'owner' })
  const titles = () => main().getAllByRole('heading', { level: 2 })
  await waitFor(() => expect(titles().length).toBeGreaterThan(7))
  const index = within(main().getByRole('navigation', { name: 'Op deze pagina' }))
  const links = index.getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(titles().map(({ textContent }) => textContent))
  for (const [at, title] of titles().entries()) {
    expect(links[at]).toHaveAttribute('href', `${SETTINGS}#${title.closest('section')!.id}`)
  }
  const details = titles().filter(({ textContent }) => /gegevens|account/i.test(textContent))
  expect(details.map(({ textContent }) => textContent)).toEqual(['Uw gegevens'])
  const block = within(details[0]!.closest('section')!)
  expect(block.getByText('owner@mail.example', { selector: 'dd' })).toBeVisible()
  expect(block.getByRole('button', { name: 'Gegevens downloaden' })).toBeVisible()
  await portal.user.click(index.getByRole('link', { name: 'Wachtwoord' }))
  await waitFor(() => expect(portal.router.state.location.hash).toBe('password'))
})

describe('changing the password in the settings', () => {
  const ENDS = 'Ook mijn agenda-abonnementen en gedeelde dierkaarten beëindigen'
  test.each([
    ['by default keeps', false, 'password-changed'],
    ['on request ends', true, 'password-changed-links-ended'],
  ] as const)('%s calendar subscriptions and shared cards', async (_, isChosen, kind) => {
    const of = { client_uuid: await ownerId(), account_id: (await accountOf('owner')).id }
    await database()
      .insertInto('calendar_feed')
      .values({ ...of, id: crypto.randomUUID() })
      .execute()
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    expect(await main().findByRole('checkbox', { name: ENDS })).not.toBeChecked()
    if (isChosen) await portal.tick(ENDS)
    const { user, api } = portal
    await user.type(input(/^Huidig wachtwoord/), PASSWORD)
    for (const name of [/^Nieuw wachtwoord/, /^Herhaal/]) await user.type(input(name), 'Nieuw#2027')
    await portal.press('Wachtwoord wijzigen')
    await shows(/^Wachtwoord gewijzigd\./)
    await waitFor(() => expect(api.mails.map((mail) => mail.kind)).toEqual([kind]))
    expect(main().getByRole('checkbox', { name: ENDS })).not.toBeChecked()
  })

  test('does not offer to end subscriptions and cards if the API cannot', async () => {
    withoutCapabilities()
    await openPortal(SETTINGS, { as: 'owner' })
    expect(await main().findByRole('button', { name: 'Wachtwoord wijzigen' })).toBeVisible()
    expect(main().queryByRole('checkbox', { name: ENDS })).toBeNull()
  })
})

test('the settings let an owner of several practices switch the practice', async () => {
  const portal = await openPortal('/auth/login', { as: 'two' })
  await portal.press(/DAP De Linde/)
  await arrivesAt(portal, '/client/portal/reminders')
  await portal.user.click(await within(screen.getByRole('banner')).findByRole('link', { name: /Vries/ }))
  await arrivesAt(portal, SETTINGS)
  expect(await screen.findByRole('heading', { level: 1, name: 'Instellingen' })).toBeVisible()
  expect(factOf('Praktijk')).toHaveTextContent('DAP De Linde')
  await portal.user.click(main().getByRole('link', { name: 'Andere praktijk' }))
  await arrivesAt(portal, '/auth/select-clinic')
})
