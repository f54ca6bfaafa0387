import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { database, openPortal } from '#harness/portal.tsx'
import { PICTURES } from '../server/pictures.ts'
import { animal, day, reminder, withoutAnimals } from './animals.ts'
import { ownerId } from './owner.ts'
import { apiHasOnly, dialog, main, shows } from './steps.ts'

const ADD = 'Foto van Bobbie toevoegen'
const CHANGE = 'Foto van Bobbie wijzigen'

/** Drawing calls of the canvas, which the test environment lacks. */
const drawn: unknown[][] = []
beforeEach(() => {
  drawn.length = 0
  const pen = {
    resetTransform() {},
    fillRect() {},
    translate() {},
    rotate: (angle: number) => void drawn.push(['rotate', angle]),
    drawImage: (_: unknown, ...place: number[]) => void drawn.push(place),
  }
  vi.stubGlobal('createImageBitmap', async () =>
    Object.assign(document.createElement('canvas'), { width: 400, height: 200, close() {} }),
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => pen as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type = '') =>
    done(new Blob([PICTURES.webp], { type })),
  )
})

const choose = async (size = 1000) => {
  await dialog()
  const file = Object.defineProperty(new File(['x'], 'bobbie.jpg', { type: 'image/jpeg' }), 'size', { value: size })
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } })
}
const photo = () => screen.findByRole('img', { name: 'Foto van Bobbie' })

describe('the photo of an animal', () => {
  let [clientId, patientId] = ['', '']
  beforeEach(async () => {
    clientId = await ownerId()
    await withoutAnimals(clientId)
    patientId = await animal(clientId, { name: 'Bobbie', species: 'DOG' })
  })

  test('is chosen, moved, turned and saved in the list, and removed on the page of the animal', async () => {
    const portal = await openPortal('/client/patients', { as: 'owner' })
    await portal.press(ADD)
    await choose()
    const zoom = await screen.findByRole('slider', { name: 'Vergroten' })
    expect(screen.getByRole('slider', { name: 'Boven – onder' })).toBeDisabled()
    fireEvent.change(zoom, { target: { value: '2' } })
    fireEvent.change(screen.getByRole('slider', { name: 'Boven – onder' }), { target: { value: '1' } })
    await portal.press('Rechtsom draaien')
    await portal.press('Opslaan')
    await shows('De foto is opgeslagen.')
    expect(drawn.slice(-2)).toEqual([
      ['rotate', Math.PI / 2],
      [-1280, -640, 2560, 1280],
    ])
    await screen.findByRole('button', { name: CHANGE })

    await portal.goTo(`/client/patients/${patientId}`)
    expect((await photo()).getAttribute('src')).toContain(`/files/animal-photos/${patientId}`)
    await portal.press(CHANGE)
    await portal.press('Foto verwijderen')
    await portal.confirm('Foto verwijderen')
    await shows('De foto is verwijderd.')
    await screen.findByRole('button', { name: ADD })
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Foto van Bobbie' })).toBeNull())
  })

  test('leads the rows of its reminders, and the icon of the species if it cannot be loaded', async () => {
    await database()
      .updateTable('patient')
      .set({
        data: JSON.stringify({ uuid: patientId, name: 'Bobbie', species: 'DOG', photoUrl: '/files/bobbie.webp' }),
      })
      .where('uuid', '=', patientId)
      .execute()
    await reminder(clientId, patientId, { date: day(-2), patientName: 'Bobbie' })
    await openPortal('/client/portal/reminders?active=true', { as: 'owner' })
    const row = (await main().findByText(/2 dagen te laat/)).closest('li')
    const photo = row?.querySelector('img')
    expect(photo).toHaveAttribute('src', expect.stringContaining('/files/bobbie.webp'))
    fireEvent.error(photo!)
    expect(row?.querySelector('img')).toBeNull()
  })

  test('cannot be a file that is too large', async () => {
    const portal = await openPortal(`/client/patients/${patientId}`, { as: 'owner' })
    await portal.press(ADD)
    await choose(61 * 1024 * 1024)
    expect(await (await dialog()).findByText(/bobbie.jpg is te groot/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Opslaan' })).toBeNull()
  })

  test('has no button for staff who view the portal as the client', async () => {
    const portal = await openPortal('/admin/clients/registered', { as: 'staff' })
    await portal.viewAs(clientId)
    await portal.goTo(`/client/patients/${patientId}`)
    await screen.findByRole('heading', { level: 1, name: 'Bobbie' })
    expect(screen.queryByRole('button', { name: ADD })).toBeNull()
  })

  test('has no button if the API has no photos of animals', async () => {
    apiHasOnly()
    await openPortal(`/client/patients/${patientId}`, { as: 'owner' })
    await screen.findByRole('heading', { level: 1, name: 'Bobbie' })
    expect(screen.queryByRole('button', { name: ADD })).toBeNull()
  })
})
