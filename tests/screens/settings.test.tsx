import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { PASSWORD, personas } from '#mocks/personas.ts'
import { type TestPortal, arrivesAt, database, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const SETTINGS = '/client/portal/settings'
const main = () => within(screen.getByRole('main'))
const factOf = (name: string) => main().getByText(name, { selector: 'dt *' }).closest('dt')!.nextElementSibling

test('the account tells who one is, and at which practice', async () => {
  await openPortal(SETTINGS, { as: 'owner' })
  expect(factOf('Op naam van')).toHaveTextContent('Anneke van den Berg')
  expect(factOf('Gebruikersnaam')).toHaveTextContent('owner@mail.example')
  expect(factOf('Praktijk')).toHaveTextContent('DAP De Waag')
  expect(main().queryByRole('link', { name: 'Andere praktijk' })).toBeNull()
})

test('an index leads to each setting, and what one is known by stands in one of them', async () => {
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

describe('changing the password', () => {
  const ENDS = 'Ook mijn agenda-abonnementen en gedeelde dierkaarten beëindigen'
  const change = async ({ user }: TestPortal) => {
    await user.type(main().getByLabelText(/^Huidig wachtwoord/, { selector: 'input' }), PASSWORD)
    for (const name of [/^Nieuw wachtwoord/, /^Herhaal/])
      await user.type(main().getByLabelText(name, { selector: 'input' }), 'Nieuw#2027')
    await user.click(main().getByRole('button', { name: 'Wachtwoord wijzigen' }))
    expect(await screen.findByText(/^Wachtwoord gewijzigd\./)).toBeVisible()
  }
  const mailed = async ({ api }: TestPortal) => {
    await waitFor(() => expect(api.mails).toHaveLength(1))
    return api.mails[0]!.kind
  }
  const share = async () => {
    const { uuid, account_id: owner } = await database()
      .selectFrom('client')
      .innerJoin('account', 'account.id', 'client.account_id')
      .select(['uuid', 'account_id'])
      .where('account.username', '=', personas.owner)
      .executeTakeFirstOrThrow()
    const id = crypto.randomUUID()
    await database().insertInto('calendar_feed').values({ client_uuid: uuid, account_id: owner!, id }).execute()
  }

  test('leaves calendars and cards, unless one chooses to end them', async () => {
    await share()
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    expect(await main().findByRole('checkbox', { name: ENDS })).not.toBeChecked()
    await change(portal)
    expect(await mailed(portal)).toBe('password-changed')
  })

  test('ends them where one chooses so', async () => {
    await share()
    const portal = await openPortal(SETTINGS, { as: 'owner' })
    await portal.user.click(await main().findByRole('checkbox', { name: ENDS }))
    await change(portal)
    expect(await mailed(portal)).toBe('password-changed-links-ended')
    expect(main().getByRole('checkbox', { name: ENDS })).not.toBeChecked()
  })

  test('does not offer it where the API cannot', async () => {
    withoutCapabilities()
    await openPortal(SETTINGS, { as: 'owner' })
    expect(await main().findByRole('button', { name: 'Wachtwoord wijzigen' })).toBeVisible()
    expect(main().queryByRole('checkbox', { name: ENDS })).toBeNull()
  })
})

test('who is a client of several practices goes on to another one from there', async () => {
  const portal = await openPortal('/auth/login', { as: 'two' })
  await portal.user.click(await screen.findByRole('button', { name: /DAP De Linde/ }))
  await arrivesAt(portal, '/client/portal/reminders')
  await portal.user.click(await within(screen.getByRole('banner')).findByRole('link', { name: /Vries/ }))
  await arrivesAt(portal, SETTINGS)
  expect(await screen.findByRole('heading', { level: 1, name: 'Instellingen' })).toBeVisible()
  expect(factOf('Praktijk')).toHaveTextContent('DAP De Linde')
  await portal.user.click(main().getByRole('link', { name: 'Andere praktijk' }))
  await arrivesAt(portal, '/auth/select-clinic')
})
