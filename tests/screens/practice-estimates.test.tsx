import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Estimate } from '#contract/schemas/estimate.ts'
import { type TestPortal, arrivesAt, database, openPortal } from '#harness/portal.tsx'
import { answerElsewhere, estimateOf, sendEstimate } from './estimates.ts'
import { ownerId } from './owner.ts'
import { apiHasOnly, callAs, dialog, field, main, shows, showsHeading, sidebar } from './steps.ts'

beforeEach(async () => {
  localStorage.setItem('portal-language', 'nl')
  await database().deleteFrom('estimate').execute()
})

const line = async (number: number) => within(await screen.findByRole('group', { name: `Regel ${number}` }))
const openForm = async () => openPortal(`/admin/estimates/edit?of=${await ownerId()}`, { as: 'staff' })
const sentEstimates = async () => {
  const response = await callAs('owner', 'GET', `clients/${await ownerId()}/estimates`)
  return ((await response.json()) as { content: Estimate[] }).content
}

describe('the form of an estimate', () => {
  test('is filled with the keyboard: Enter adds a line, and the total follows', async () => {
    const { user, ...portal } = await openForm()
    await portal.type(/^Waarvoor/, 'Gebit reinigen')
    await user.click((await line(1)).getByRole('textbox', { name: /^Omschrijving/ }))
    await user.keyboard('Narcose{Tab}{Tab}145,50{Enter}Kies trekken{Tab}2{Tab}20{Tab}90')
    expect((await line(2)).getByText(/€\s40,00 tot €\s90,00/)).toBeVisible()
    expect(main().getByText(/^€\s185,50 tot €\s235,50$/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Voorbeeld' }))
    expect((await dialog('Voorbeeld')).getByRole('row', { name: /Kies trekken/ })).toBeVisible()
    await portal.confirm('Sluiten')
    await portal.press('Versturen')
    await shows('De begroting is verzonden.')
    expect(await sentEstimates()).toMatchObject([
      {
        reason: 'Gebit reinigen',
        state: 'open',
        lines: [
          { description: 'Narcose', quantity: 1, unitPrice: 145.5, vatRate: 21, amount: 145.5 },
          { description: 'Kies trekken', quantity: 2, unitPrice: 20, amount: 40, amountTo: 90 },
        ],
      },
    ])
  })

  test('accepts several rows of a spreadsheet', async () => {
    const { user } = await openForm()
    await user.click((await line(1)).getByRole('textbox', { name: /^Omschrijving/ }))
    await user.paste('Wat\tAantal\tPrijs\tBtw\nConsult\t1\t€ 48,50\t21%\nPijnstiller\t5\t2,35\t9%\n')
    expect((await line(2)).getByRole('textbox', { name: /^Prijs per stuk/ })).toHaveValue('2,35')
    expect((await line(2)).getByRole('combobox', { name: 'Btw' })).toHaveValue('9')
    expect(main().getByText(/^€\s60,25$/)).toBeVisible()
    expect(screen.queryByRole('group', { name: 'Regel 3' })).toBeNull()
  })

  test('names missing fields and a range below its lowest amount', async () => {
    const { user, ...portal } = await openForm()
    await portal.type(/^Waarvoor/, 'Echo')
    await user.click((await line(1)).getByRole('textbox', { name: /^Omschrijving/ }))
    await user.keyboard('Echo')
    await portal.press('Versturen')
    const price = (await line(1)).getByRole('textbox', { name: /^Prijs per stuk/ })
    await waitFor(() => expect(price).toHaveFocus())
    await user.keyboard('100{Tab}90')
    await portal.press('Versturen')
    expect(await screen.findByText(/Het hoogste bedrag is lager dan het laagste/)).toBeVisible()
    expect(await sentEstimates()).toEqual([])
  })

  test('is reached from the panel of a client, and from the list by a search', async () => {
    const clientId = await ownerId()
    const portal = await openPortal(`/admin/dashboard?client=${clientId}`, { as: 'staff' })
    expect(await (await dialog()).findByRole('link', { name: 'Nieuwe begroting' })).toHaveAttribute(
      'href',
      `/admin/estimates/edit?of=${clientId}`,
    )
    await portal.goTo('/admin/estimates')
    await portal.follow('Nieuwe begroting')
    await portal.user.type(await screen.findByRole('searchbox', { name: /^Zoek/ }), 'van den Berg')
    await portal.user.click((await main().findAllByRole('link', { name: /Anneke van den Berg/ }))[0]!)
    expect(await screen.findByRole('textbox', { name: /^Waarvoor/ })).toBeVisible()
  })
})

describe('a sent estimate', () => {
  const change = async (portal: TestPortal, price: string) => {
    const input = (await line(1)).getByRole('textbox', { name: /^Prijs per stuk/ })
    await portal.user.clear(input)
    await portal.user.type(input, price)
    await portal.press('Wijziging versturen')
  }

  test('shows who answered, and a change makes the answer void', async () => {
    const uuid = await sendEstimate({ number: 'B-7' })
    await answerElsewhere(uuid)
    const portal = await openPortal(`/admin/estimates/${uuid}`, { as: 'staff' })
    expect(await screen.findByText('Nummer')).toBeVisible()
    expect(await screen.findByText(/^Akkoord gegeven door Anneke van den Berg/)).toBeVisible()
    await portal.follow('Wijzigen')
    expect(await screen.findByText(/^De cliënt is akkoord gegaan/)).toBeVisible()
    await change(portal, '146')
    await shows('De gewijzigde begroting is verzonden.')
    await shows(/gelden niet meer/)
    expect(await estimateOf(uuid)).toMatchObject({ state: 'open', lines: [{ amount: 146 }, {}] })
  })

  test('keeps the typed change when a colleague was first', async () => {
    const uuid = await sendEstimate()
    const portal = await openPortal(`/admin/estimates/edit?estimate=${uuid}`, { as: 'staff' })
    await line(1)
    await sendEstimate({ lines: [{ description: 'Narcose', amount: 1 }] }, uuid)
    await change(portal, '147')
    await shows(/^Deze begroting is intussen gewijzigd of beantwoord/)
    await portal.press('Wijziging versturen')
    await shows('De gewijzigde begroting is verzonden.')
    expect(await estimateOf(uuid)).toMatchObject({ lines: [{ amount: 147 }, {}] })
  })

  test('is withdrawn after a confirmation', async () => {
    const uuid = await sendEstimate()
    const portal = await openPortal(`/admin/estimates/${uuid}`, { as: 'staff' })
    await portal.press('Intrekken')
    await portal.confirm('Intrekken')
    await shows('De begroting is ingetrokken.')
    expect(screen.queryByRole('button', { name: 'Intrekken' })).toBeNull()
    expect(await estimateOf(uuid)).toMatchObject({ state: 'withdrawn' })
  })
})

describe('the list of estimates of a practice', () => {
  test('filters by state and by client', async () => {
    await sendEstimate({ reason: 'Echo' })
    await answerElsewhere(await sendEstimate({ reason: 'Castratie' }))
    const portal = await openPortal('/admin/estimates', { as: 'staff' })
    expect(await main().findByRole('link', { name: 'Echo' })).toBeVisible()
    await portal.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Akkoord')
    await waitFor(() => expect(main().queryByRole('link', { name: 'Echo' })).toBeNull())
    expect(main().getByRole('link', { name: 'Castratie' })).toBeVisible()
    await portal.user.type(screen.getByRole('searchbox', { name: 'Zoek op cliënt' }), 'niemand')
    expect(await screen.findByText('Geen begrotingen gevonden')).toBeVisible()
  })

  test('does not exist on an API without estimates', async () => {
    apiHasOnly('requests')
    const portal = await openPortal('/admin/dashboard', { as: 'staff' })
    expect(await sidebar().findByRole('link', { name: 'Cliënten' })).toBeVisible()
    expect(sidebar().queryByRole('link', { name: 'Begrotingen' })).toBeNull()
    await portal.goTo('/admin/estimates')
    await arrivesAt(portal, '/404')
  })
})

test('the settings show the default sentences, and owners read the changed ones', async () => {
  const uuid = await sendEstimate()
  const portal = await openPortal('/admin/estimates/settings', { as: 'admin' })
  await showsHeading('Instellingen voor begrotingen')
  expect(screen.getByText(/^Cliënten lezen nu: Is er spoed\?/)).toBeVisible()
  await portal.user.type(field('Bij spoed'), 'Bel de spoedkliniek.')
  await portal.press('Opslaan')
  await shows('De instellingen zijn opgeslagen.')
  expect((await estimateOf(uuid)).terms?.emergency).toBe('Bel de spoedkliniek.')
})
