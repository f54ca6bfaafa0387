import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { rows } from './faults.tsx'
import { apiAnswers, hasVisits, manyVisits, ownerAndAnimals } from './documents.tsx'
import { type TestPortal, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { shows } from './steps.ts'

const open = (search = '') => openPortal(`/client/visit-forms${search}`, { as: 'owner' })
const lists = ({ calls }: TestPortal) => calls.filter((call) => call.includes('/visit-forms'))
const filter = () => screen.getByRole('combobox', { name: 'Dier' })

describe('the filter of visits by animal', () => {
  test('lists animals by name, starts at the first page, and is part of the URL', async () => {
    const { clientId, animal } = await ownerAndAnimals()
    await hasVisits(clientId, ...manyVisits(30, (index) => ({ patientUuid: animal(index % 2 ? 'Simba' : 'Bella') })))
    const portal = await open('?page=2')
    expect([...filter().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Alle dieren',
      'Bella',
      'Fleur (Marieke van der Laan)',
      'Ooien',
      'Simba',
    ])
    await portal.user.selectOptions(filter(), 'Simba')
    await waitFor(() => expect(rows()).toHaveLength(15))
    expect(portal.address()).toBe(`/client/visit-forms?patient=${animal('Simba')}`)
    expect(lists(portal).at(-1)).toContain(`&patientId=${animal('Simba')}`)
    expect(screen.getByText('1–15 van 15')).toBeVisible()
    await portal.user.selectOptions(filter(), 'Fleur (Marieke van der Laan)')
    await shows('Niets voor dit dier')
    await portal.follow('Alle dieren tonen')
    await waitFor(() => expect(portal.address()).toBe('/client/visit-forms'))
    await shows('Bezoek 1')
    expect(filter()).toHaveValue('')
  })

  test('hides other animals and the total if the API does not filter', async () => {
    const { animal } = await ownerAndAnimals()
    const content = manyVisits(25, (index) => ({
      uuid: `v${index}`,
      patientUuid: animal(index === 3 ? 'Bella' : 'Simba'),
    }))
    withoutCapabilities()
    apiAnswers('visit-forms', content, 40)
    const portal = await open(`?patient=${animal('Bella')}`)
    const visits = screen.getAllByRole('link', { name: /^Bezoek \d/ })
    expect(visits.map(({ textContent }) => textContent)).toEqual(['Bezoek 4'])
    expect(screen.queryByText(/van 40/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Volgende pagina' })).toBeVisible()
    await portal.user.selectOptions(filter(), 'Fleur (Marieke van der Laan)')
    await shows('Niets voor dit dier op deze pagina')
    await portal.user.selectOptions(filter(), 'Alle dieren')
    await shows('1–25 van 40')
  })

  test('is ignored for an unknown animal', async () => {
    const portal = await open('?patient=5d3c0000-0000-4000-8000-000000000000&page=2')
    expect(portal.address()).toBe('/client/visit-forms?page=2')
    expect(lists(portal).every((call) => !call.includes('patientId'))).toBe(true)
  })

  test('is not offered to the owner of one animal', async () => {
    const { animal } = await ownerAndAnimals()
    apiAnswers('patients', [{ uuid: animal('Bella'), name: 'Bella' }])
    await open()
    expect(screen.queryByRole('combobox', { name: 'Dier' })).toBeNull()
  })
})
