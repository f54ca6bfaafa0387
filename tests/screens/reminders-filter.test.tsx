import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { watchFor } from './faults.tsx'
import { animalsOf, clientOf, remind } from './owner.tsx'
import { database, openPortal, withoutCapabilities } from '#harness/portal.tsx'

const ADDRESS = '/client/portal/reminders?active=true'
const open = (address: string) => openPortal(address, { as: 'owner' })

const choice = () => screen.findByRole('combobox', { name: 'Dier' })
/** The animals of the rows in the list. */
const animals = () =>
  screen.getAllByRole('button', { name: /^Zet in uw agenda/ }).map((row) => /: (\w+):/.exec(row.title)![1])

async function theAnimals() {
  const clientId = await clientOf('owner')
  return { clientId, animals: await animalsOf(clientId) }
}

describe('the reminders of one animal', () => {
  test('are chosen by name, stand in the address and survive the other filter and a reload', async () => {
    const { animals: all } = await theAnimals()
    const bella = all.find(({ name }) => name === 'Bella')!
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
    expect(await screen.findByText('1 te laat, 1 deze maand')).toBeVisible()
    expect(new Set(animals())).toEqual(new Set(['Bella']))
    expect(screen.getByRole('radio', { name: /Actief 5/ })).toBeChecked()
    expect(portal.calls).toContainEqual(expect.stringMatching(`sort=date%2Cdesc&active=true&patientId=${bella.uuid}`))

    await portal.user.click(screen.getByRole('radio', { name: 'Niet actief' }))
    await waitFor(() => expect(portal.address()).toBe(`/client/portal/reminders?active=false&patient=${bella.uuid}`))
    expect(await choice()).toHaveValue(bella.uuid)
  })

  test.each(['26fbd429-0000-4000-8000-000000000000', 'geen-uuid', '12'])(
    '%s is nobody: all are shown',
    async (patient) => {
      const portal = await open(`${ADDRESS}&patient=${patient}`)
      expect(await screen.findByText(/^4 te laat, \d deze maand$/)).toBeVisible()
      expect(portal.address()).toBe(ADDRESS)
      expect(await choice()).toHaveValue('')
    },
  )

  test('the animal of somebody else is nobody either', async () => {
    const [foreign] = await animalsOf(await clientOf('two'))
    const portal = await open(`${ADDRESS}&patient=${foreign!.uuid}`)
    expect(await screen.findByText(/^4 te laat, \d deze maand$/)).toBeVisible()
    expect(portal.calls.filter((call) => call.includes(foreign!.uuid))).toEqual([])
  })

  test('who has one animal has nothing to choose', async () => {
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

describe('an API that does not know the filter', () => {
  beforeEach(withoutCapabilities)

  test('shows of a whole list only what is of the animal, and counts that', async () => {
    const { animals: all } = await theAnimals()
    const simba = all.find(({ name }) => name === 'Simba')!
    const portal = await open(`${ADDRESS}&patient=${simba.uuid}`)
    expect(portal.calls.filter((call) => call.includes('patientId'))).toEqual([])
    // The one of this month is booked.
    expect(await screen.findByText('1 te laat')).toBeVisible()
    expect(new Set(animals())).toEqual(new Set(['Simba']))
  })

  test('shows no totals and no other animal where only a page is here', async () => {
    const { clientId, animals: all } = await theAnimals()
    const bella = all.find(({ name }) => name === 'Bella')!
    const simba = all.find(({ name }) => name === 'Simba')!
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
    expect(await screen.findByText('Alleen van Simba.')).toBeVisible()
    expect(animals()).toEqual(['Simba'])
    expect(foreign.stop()).toEqual([])
    expect(screen.queryByText(/van 50/)).toBeNull()
  })

  test('does not say that there is nothing where another page may have it', async () => {
    const { clientId, animals: all } = await theAnimals()
    const bella = all.find(({ name }) => name === 'Bella')!
    const simba = all.find(({ name }) => name === 'Simba')!
    for (let index = 0; index < 30; index++) {
      await remind(clientId, { date: '2030-01-01', patientUuid: bella.uuid, patientName: 'Bella' })
    }
    await open(`${ADDRESS}&patient=${simba.uuid}`)
    expect(await screen.findByText('Niets van dit dier op deze pagina')).toBeVisible()
    expect(screen.queryByText('Geen herinneringen')).toBeNull()
    expect(screen.getByRole('navigation', { name: /agina/ })).toBeVisible()
  })
})
