import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { arrivesAt, database, openPortal } from '#harness/portal.tsx'

const PAGE = '/accessibility'
const main = () => within(screen.getByRole('main'))
const headings = () =>
  main()
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
const told = (heading: string) => within(main().getByRole('region', { name: heading }))

test('who is not signed in reads it by the link under the card, without a call', async () => {
  const portal = await openPortal('/auth/login')
  await portal.user.click(await main().findByRole('link', { name: 'Toegankelijkheid' }))
  await arrivesAt(portal, PAGE)
  expect(await screen.findByRole('heading', { name: 'Toegankelijkheid', level: 1 })).toBeVisible()
  await waitFor(() => expect(document.title).toBe('Toegankelijkheid · Dierenportaal'))
  expect(headings()).toEqual(['Wat is getest', 'Wat niet is getest', 'Wat beter kan', 'Werkt iets niet voor u?'])
  expect(told('Wat niet is getest').getByText('Schermlezers')).toBeVisible()
  expect(told('Werkt iets niet voor u?').getByText(/Vertel het uw dierenkliniek/)).toBeVisible()
  expect(told('Werkt iets niet voor u?').queryByRole('link')).toBeNull()
  expect(portal.calls).toEqual([])
  await portal.user.click(main().getByRole('button', { name: 'Terug' }))
  await arrivesAt(portal, '/auth/login')
})

test('an owner comes by the sidebar, and reads whom to tell', async () => {
  const portal = await openPortal('/client/portal/settings', { as: 'owner' })
  await portal.user.click(screen.getByRole('link', { name: 'Toegankelijkheid' }))
  await arrivesAt(portal, PAGE)
  const practice = await database()
    .selectFrom('practice')
    .select(['name', 'phone', 'website'])
    .where('id', '=', 'de-waag')
    .executeTakeFirstOrThrow()
  const tell = told('Werkt iets niet voor u?')
  expect(await tell.findByText(practice.name)).toBeVisible()
  expect(tell.getByRole('link', { name: practice.phone! })).toHaveAttribute(
    'href',
    expect.stringMatching(/^tel:\+?\d+$/),
  )
  expect(tell.getByRole('link', { name: new URL(practice.website!).hostname })).toHaveAttribute(
    'href',
    practice.website,
  )
})

test('staff are not sent to their own practice', async () => {
  const portal = await openPortal('/admin/dashboard', { as: 'staff' })
  await portal.user.click(await screen.findByRole('link', { name: 'Toegankelijkheid' }))
  await arrivesAt(portal, PAGE)
  expect(told('Werkt iets niet voor u?').getByText(/wie bij u het portaal beheert/)).toBeVisible()
})

test('who has still to choose a practice, or has none, may read it as well', async () => {
  await arrivesAt(await openPortal(PAGE, { as: 'two' }), PAGE)
  expect(told('Werkt iets niet voor u?').getByText(/Vertel het uw praktijk/)).toBeVisible()
})

test('a practice of which only the name is known has no ways to reach it', async () => {
  await database().updateTable('practice').set({ phone: null, website: null }).where('id', '=', 'de-waag').execute()
  await openPortal(PAGE, { as: 'owner' })
  const tell = told('Werkt iets niet voor u?')
  expect(await tell.findByText(/De Waag/)).toBeVisible()
  expect(tell.queryByRole('link')).toBeNull()
})

test('it is there in English', async () => {
  localStorage.setItem('portal-language', 'en')
  await openPortal(PAGE)
  expect(main().getByRole('heading', { name: 'Accessibility', level: 1 })).toBeVisible()
  expect(headings()).toEqual([
    'What was tested',
    'What was not tested',
    'What could be better',
    'Does something not work for you?',
  ])
  expect(main().getByText('Updated on 21 November 2026, version 1.6.0.')).toBeVisible()
  expect(screen.getByRole('main').textContent).not.toMatch(/core\.|Wat |getest/)
})
