import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { shadesOf } from '#contract/colour.ts'
import { openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { field, practiceRow, setPractice, shows } from './steps.ts'

const GREEN = '#2f6b3c'
const stored = () => localStorage.getItem('portal-colours') ?? ''

describe('the colour of a practice', () => {
  beforeEach(() => setPractice({ colour: GREEN }))

  test.each([
    ['owner', '/client/portal/reminders'],
    ['staff', '/admin/dashboard'],
  ] as const)('applies to the pages of %s, and is kept for the next visit', async (as, page) => {
    const portal = await openPortal(page, { as })
    await waitFor(() => expect(stored()).toContain(`--brand-fill:${shadesOf(GREEN, 'light')['brand-fill']}`))
    expect(stored()).toContain(`--brand:${shadesOf(GREEN, 'dark').brand}`)
    await act(() => portal.session.end('signedOut'))
    expect(stored()).toContain(GREEN)
  })

  test('can be chosen from the palette or typed, and is saved', async () => {
    const portal = await openPortal('/admin/practice', { as: 'staff' })
    expect(await screen.findByRole('radio', { name: 'Groen' })).toBeChecked()
    await portal.choose('Bordeaux')
    expect(field('Eigen kleur')).toHaveValue('#8a2433')
    await portal.retype('Eigen kleur', 'groen')
    await portal.press('Opslaan')
    await waitFor(() => expect(field('Eigen kleur')).toHaveFocus())
    expect(field('Eigen kleur')).toHaveAccessibleDescription('Vul een kleur in zoals #2f6b3c.')
    expect(screen.getByRole('radiogroup', { name: 'Kleur' })).not.toBeInvalid()
    await portal.retype('Eigen kleur', '#123456')
    await portal.press('Opslaan')
    await shows('De praktijkgegevens zijn opgeslagen.')
    expect((await practiceRow()).colour).toBe('#123456')
    await waitFor(() => expect(stored()).toContain(shadesOf('#123456', 'light').brand))
  })

  test('cannot be chosen where the API lacks it', async () => {
    withoutCapabilities()
    await openPortal('/admin/practice', { as: 'staff' })
    expect(screen.queryByRole('radio', { name: 'Groen' })).toBeNull()
  })
})

describe('a practice without a colour', () => {
  test('is shown in the colour of the portal, also after a practice with a colour', async () => {
    localStorage.setItem('portal-colours', '/*#2f6b3c*/')
    await setPractice({ colour: null })
    await openPortal('/client/portal/reminders', { as: 'owner' })
    await waitFor(() => expect(stored()).toBe(''))
  })
})
