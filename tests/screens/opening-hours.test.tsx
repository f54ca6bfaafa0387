import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { OpeningHours } from '#contract/opening-hours.ts'
import { momentInZone } from '#contract/zone.ts'
import { arrivesAt, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { callAs, dialog, field, setPractice, shows, sidebar } from './steps.ts'

const WEEK: OpeningHours = {
  periods: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
  closedDays: [{ from: '2026-12-25', until: '2026-12-26' }],
}
/** Sets the clock to a local time of the practice. */
const isNow = (day: string, time: string) =>
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(momentInZone(day, time) ?? Number.NaN) })
const hasHours = (hours: OpeningHours | null) => setPractice({ opening_hours: hours && JSON.stringify(hours) })
const save = 'Opslaan'

describe('opening hours for owners', () => {
  // 23 November 2026 is a Monday.
  test.each([
    ['2026-11-23', '12:00', 'Nu open tot 18.00'],
    ['2026-11-23', '18:00', 'Gesloten, morgen open om 8.00'],
    ['2026-11-24', '07:00', 'Gesloten, vandaag open om 8.00'],
    ['2026-11-27', '19:00', 'Gesloten, maandag open om 8.00'],
    ['2026-12-24', '19:00', 'Gesloten, maandag open om 8.00'],
  ])('on %s at %s are shown as "%s" beside the telephone number', async (day, time, text) => {
    isNow(day, time)
    await hasHours(WEEK)
    await openPortal('/client/patients', { as: 'owner' })
    expect(sidebar().getByText(text)).toBeInTheDocument()
  })

  test('are listed by weekday with the next closed days', async () => {
    isNow('2026-11-23', '12:00')
    await hasHours(WEEK)
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    await portal.user.click((await screen.findAllByText('Nu open tot 18.00', { selector: 'main *' })).at(-1)!)
    const table = within(screen.getByRole('table', { name: 'Openingstijden' }))
    expect(table.getByRole('row', { name: 'maandag 8.00 – 18.00' })).toHaveAttribute('aria-current', 'date')
    expect(table.getByRole('row', { name: 'zondag Gesloten' })).toBeVisible()
    expect(screen.getByText(/^Ook gesloten/)).toHaveTextContent('Ook gesloten: 25 december t/m 26 december')
  })

  test('are shown in the dialog for an appointment', async () => {
    isNow('2026-11-23', '12:00')
    await hasHours(WEEK)
    const portal = await openPortal('/client/portal/reminders', { as: 'owner' })
    await portal.user.click((await screen.findAllByRole('button', { name: /^Afspraak maken/ }))[0]!)
    expect((await dialog('Afspraak maken')).getByText('Nu open tot 18.00')).toBeVisible()
  })

  test('are absent if the practice has none', async () => {
    await hasHours(null)
    await openPortal('/client/portal/reminders', { as: 'owner' })
    expect(screen.queryByText(/Nu open|Gesloten/)).toBeNull()
  })
})

describe('opening hours of a practice', () => {
  test('are saved, copied from Monday, and previewed while typing', async () => {
    isNow('2026-11-23', '12:00')
    await hasHours(null)
    const portal = await openPortal('/admin/practice/hours', { as: 'staff' })
    await portal.retype('maandag', '8-12, 13-18')
    await portal.press('Ook voor dinsdag t/m vrijdag')
    await portal.retype('vrijdag', '8.00-12.30')
    await portal.retype('Eerste dag', '25122026')
    await portal.press('Toevoegen')
    const preview = within(screen.getByRole('complementary', { name: 'Zo zien cliënten uw openingstijden' }))
    expect(preview.getByText('Gesloten, vandaag open om 13.00')).toBeVisible()
    expect(preview.getByRole('row', { name: /^vrijdag/ })).toHaveTextContent('vrijdag8.00 – 12.30')
    await portal.press(save)
    await shows('De openingstijden zijn opgeslagen.')
    const { openingHours } = (await (await callAs('staff', 'GET', 'practice/de-waag')).json()) as {
      openingHours: OpeningHours
    }
    expect(openingHours.periods).toHaveLength(9)
    expect(openingHours.periods.at(-1)).toEqual({ weekday: 5, opens: '08:00', closes: '12:30' })
    expect(openingHours.closedDays).toEqual([{ from: '2026-12-25', until: '2026-12-25' }])
  })

  test('that cannot be read are refused at their day and not sent', async () => {
    const portal = await openPortal('/admin/practice/hours', { as: 'staff' })
    await portal.retype('zondag', '18-8')
    await portal.press(save)
    await waitFor(() => expect(field('zondag')).toHaveAccessibleDescription(/^Vul tijden in/))
    expect(portal.calls.filter((call) => call.startsWith('PUT'))).toEqual([])
  })

  test('keep what a colleague saved meanwhile for other fields, and are refused if the colleague changed them', async () => {
    const portal = await openPortal('/admin/practice/hours', { as: 'staff' })
    await callAs('admin', 'PUT', 'practice/de-waag', { title: 'Van een collega' })
    await portal.retype('zondag', '10-12')
    await portal.press(save)
    await shows('De openingstijden zijn opgeslagen.')
    await callAs('admin', 'PUT', 'practice/de-waag', { openingHours: WEEK })
    await portal.retype('zondag', '10-13')
    await portal.press(save)
    await shows(/^Iemand anders heeft dit intussen gewijzigd/)
    expect(field('zondag')).toHaveValue('10-13')
  })

  test('are absent where the API lacks them', async () => {
    withoutCapabilities()
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    expect(screen.queryByRole('link', { name: 'Openingstijden' })).toBeNull()
    await portal.goTo('/admin/practice/hours')
    await arrivesAt(portal, '/404')
  })
})
