import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { arrivesAt, openPortal } from '#testing/portal.tsx'

const SETTINGS = '/client/portal/settings'
const main = () => within(screen.getByRole('main'))
const factOf = (name: string) => main().getByText(name, { selector: 'dt *' }).closest('dt')!.nextElementSibling

test('the account tells who one is, and at which practice', async () => {
  await openPortal(SETTINGS, { as: 'owner' })
  expect(factOf('Naam')).toHaveTextContent('Anneke van den Berg')
  expect(factOf('Gebruikersnaam')).toHaveTextContent('owner@mail.example')
  expect(factOf('Praktijk')).toHaveTextContent('DAP De Waag')
  expect(main().queryByRole('link', { name: 'Andere praktijk' })).toBeNull()
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
