import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { arrivesAt, openPortal } from '#harness/portal.tsx'
import { main, practiceRow, setPractice } from './steps.ts'

const PAGE = '/accessibility'
const headings = () =>
  main()
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
const sectionOf = (heading: string) => within(main().getByRole('region', { name: heading }))

describe('the accessibility statement', () => {
  test('opens before signing in, by a link and without a call', async () => {
    const portal = await openPortal('/auth/login')
    await portal.follow('Toegankelijkheid')
    await arrivesAt(portal, PAGE)
    expect(await screen.findByRole('heading', { name: 'Toegankelijkheid', level: 1 })).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Toegankelijkheid · Dierenportaal'))
    expect(headings()).toEqual(['Wat is getest', 'Wat niet is getest', 'Wat beter kan', 'Werkt iets niet voor u?'])
    expect(sectionOf('Wat niet is getest').getByText('Schermlezers')).toBeVisible()
    expect(sectionOf('Werkt iets niet voor u?').getByText(/Vertel het aan uw dierenartsenpraktijk/)).toBeVisible()
    expect(sectionOf('Werkt iets niet voor u?').queryByRole('link')).toBeNull()
    expect(portal.calls).toEqual([])
    await portal.press('Terug')
    await arrivesAt(portal, '/auth/login')
  })

  test('shows an owner how to contact the practice', async () => {
    const portal = await openPortal('/client/portal/settings', { as: 'owner' })
    await portal.follow('Toegankelijkheid')
    await arrivesAt(portal, PAGE)
    const { name, phone, website } = await practiceRow()
    const section = sectionOf('Werkt iets niet voor u?')
    expect(await section.findByText(name)).toBeVisible()
    expect(section.getByRole('link', { name: phone! }).getAttribute('href')).toMatch(/^tel:\+?\d+$/)
    expect(section.getByRole('link', { name: new URL(website!).hostname })).toHaveAttribute('href', website)
  })

  test.each([
    ['staff', /wie bij u het portaal beheert/],
    ['two', /Vertel het aan uw praktijk/],
  ] as const)('shows %s whom to contact', async (as, text) => {
    await arrivesAt(await openPortal(PAGE, { as }), PAGE)
    expect(sectionOf('Werkt iets niet voor u?').getByText(text)).toBeVisible()
  })

  test('names a practice without contact details, without links', async () => {
    await setPractice({ phone: null, website: null })
    await openPortal(PAGE, { as: 'owner' })
    const section = sectionOf('Werkt iets niet voor u?')
    expect(await section.findByText(/De Waag/)).toBeVisible()
    expect(section.queryByRole('link')).toBeNull()
  })
})
