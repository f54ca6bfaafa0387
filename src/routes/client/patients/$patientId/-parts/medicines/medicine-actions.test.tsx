import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useFeedback } from '#src/lib/messages.ts'
import { renderInDutch } from '#src/ui/testing.tsx'
import { MedicineActions } from './medicine-actions.tsx'

beforeEach(() => useFeedback.setState({ slots: {} }))
afterEach(() => {
  cleanup()
  withNavigator({})
})

/** Gives the browser these ways to share. */
function withNavigator(abilities: { share?: unknown; canShare?: unknown }) {
  for (const name of ['share', 'canShare'] as const) {
    Object.defineProperty(navigator, name, { value: abilities[name], configurable: true })
  }
}

const show = () =>
  renderInDutch(
    <MedicineActions
      rows={[{ date: '2026-03-05', description: 'Middel', withdrawalMeatDays: 0 }]}
      patientName="Jongvee Öst"
      period={{ startDate: '2026-01-01', endDate: '2026-11-21' }}
      busy={false}
    />,
  )
const press = async () => await userEvent.click(screen.getByRole('button', { name: 'Delen' }))
const messages = () => useFeedback.getState().slots
const takesFiles = ({ files }: ShareData) => files?.length === 1 && files[0]!.name.endsWith('.csv')

test('shares the CSV file where the browser can', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
  withNavigator({ share, canShare: takesFiles })
  show()
  await press()
  const [{ title, files }] = share.mock.calls[0]!
  expect(title).toBe('Medicijnlogboek: Jongvee Öst')
  expect(files!.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'medicijnlogboek-jongvee-ost-2026-01-01-2026-11-21.csv text/csv;charset=utf-8',
  ])
  expect(await files![0]!.text()).toMatch(/Datum;Product;[^]*05-03-2026;;;;Middel;.*;0;;;\r\n$/)
  expect(messages()).toEqual({ success: { id: 'client.logbook.medicine.shared', values: { name: 'Jongvee Öst' } } })
})

test.each([
  ['cannot share', {}],
  ['shares texts only', { share: vi.fn<() => Promise<void>>() }],
  ['refuses the file', { share: vi.fn<() => Promise<void>>(), canShare: () => false }],
])('is only saved or printed where the browser %s', (_, abilities) => {
  withNavigator(abilities)
  show()
  expect(screen.queryByRole('button', { name: 'Delen' })).toBeNull()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Opslaan als CSV', 'Afdrukken'])
})

test.each([
  ['AbortError', {}],
  ['NotAllowedError', { error: { id: 'client.logbook.medicine.shareFailed' } }],
])('a share that rejects with %s shows %j', async (name, told) => {
  withNavigator({ share: () => Promise.reject(new DOMException('no', name)), canShare: takesFiles })
  show()
  await press()
  expect(messages()).toEqual(told)
})
