import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { watchFor } from './faults.tsx'
import { animalsOf, clientOf, remind } from './owner.tsx'
import { database, openPortal, withoutCapabilities } from '#harness/portal.tsx'
import { shows } from './steps.ts'

const ADDRESS = '/client/portal/reminders?active=true'
const open = (address: string) => openPortal(address, { as: 'owner' })

const choice = () => screen.findByRole('combobox', { name: 'Dier' })
/** Returns the names of animals in the list. */
const animals = () =>
  screen.getAllByRole('button', { name: /^Zet in uw agenda/ }).map((row) => /: (\w+):/.exec(row.title)![1])

async function theAnimals() {
  const clientId = await clientOf('owner')
  const animals = await animalsOf(clientId)
  const named = (name: string) => animals.find((each) => each.name === name)!
  return { clientId, animals, bella: named('Bella'), simba: named('Simba') }
}

describe('the filter of reminders by animal', () => {
  test('lists animals by name, and is kept by the other filter', async () => {
    const { bella } = await theAnimals()
    const portal = await open(ADDRESS)
    const options = within(await choice()).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Alle dieren',
      'Bella',
      'Fleur (Marieke van der Laan)',
      'Ooien',
      'Simba',
    ])

    await portal.user.selectOptions(await choice(), 'Bella')
    await waitFor(() => expect(portal.address()).toBe(`${ADDRESS}&patient=${bella.uuid}`))
    await shows('1 te laat, 1 deze maand')
    expect(new Set(animals())).toEqual(new Set(['Bella']))
    expect(screen.getByRole('radio', { name: /Actief 5/ })).toBeChecked()
    expect(portal.calls).toContainEqual(expect.stringMatching(`sort=date%2Cdesc&active=true&patientId=${bella.uuid}`))

    await portal.choose('Niet actief')
    await waitFor(() => expect(portal.address()).toBe(`/client/portal/reminders?active=false&patient=${bella.uuid}`))
    expect(await choice()).toHaveValue(bella.uuid)
  })

  test.each(['26fbd429-0000-4000-8000-000000000000', '12'])('is ignored for the unknown animal %s', async (patient) => {
    const portal = await open(`${ADDRESS}&patient=${patient}`)
    await shows(/^4 te laat, \d deze maand$/)
    expect(portal.address()).toBe(ADDRESS)
    expect(await choice()).toHaveValue('')
  })

  test('is ignored for an animal of another owner', async () => {
    const [foreign] = await animalsOf(await clientOf('two'))
    const portal = await open(`${ADDRESS}&patient=${foreign!.uuid}`)
    await shows(/^4 te laat, \d deze maand$/)
    expect(portal.calls.filter((call) => call.includes(foreign!.uuid))).toEqual([])
  })

  test('is not offered to the owner of one animal', async () => {
    const { animals: all } = await theAnimals()
    const others = all.flatMap(({ uuid, name }) => (name === 'Bella' ? [] : [uuid]))
    await database()
      .updateTable('patient')
      .set({ client_uuid: await clientOf('two') })
      .where('uuid', 'in', others)
      .execute()
    await open(ADDRESS)
    expect(await screen.findByRole('heading', { name: 'Nu doen' })).toBeVisible()
    expect(screen.queryByRole('combobox')).toBeNull()
  })
})

describe('the filter of reminders by animal if the API has none', () => {
  beforeEach(withoutCapabilities)

  test('filters and counts the whole list', async () => {
    const { simba } = await theAnimals()
    const portal = await open(`${ADDRESS}&patient=${simba.uuid}`)
    expect(portal.calls.filter((call) => call.includes('patientId'))).toEqual([])
    await shows('1 te laat')
    expect(new Set(animals())).toEqual(new Set(['Simba']))
  })

  test('shows no total for one page of several', async () => {
    const { clientId, bella, simba } = await theAnimals()
    for (let index = 0; index < 30; index++) {
      const { uuid, name } = index === 29 ? simba : bella
      await remind(clientId, {
        date: `2030-01-${String(index + 1).padStart(2, '0')}`,
        patientUuid: uuid,
        patientName: name,
      })
    }
    const foreign = watchFor(/Bella: |50 keer/)
    await open(`${ADDRESS}&patient=${simba.uuid}`)
    await shows('Alleen voor Simba.')
    expect(animals()).toEqual(['Simba'])
    expect(foreign.stop()).toEqual([])
    expect(screen.queryByText(/van 50/)).toBeNull()
  })

  test('states that another page may have more', async () => {
    const { clientId, bella, simba } = await theAnimals()
    for (let index = 0; index < 30; index++) {
      await remind(clientId, { date: '2030-01-01', patientUuid: bella.uuid, patientName: 'Bella' })
    }
    await open(`${ADDRESS}&patient=${simba.uuid}`)
    await shows('Niets voor dit dier op deze pagina')
    expect(screen.queryByText('Geen herinneringen')).toBeNull()
    expect(screen.getByRole('navigation', { name: /agina/ })).toBeVisible()
  })
})
