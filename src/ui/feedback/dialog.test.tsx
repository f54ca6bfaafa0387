// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from './dialog.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'

afterEach(cleanup)

function renderDialog(props: { busy?: boolean; disabled?: boolean } = {}) {
  const onConfirm = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  renderInDutch(
    <ConfirmDialog
      title="Annelies verwijderen?"
      confirmLabel="Verwijderen"
      onConfirm={onConfirm}
      onClose={onClose}
      {...props}
    >
      <p>Zij kan daarna niet meer inloggen.</p>
    </ConfirmDialog>,
  )
  return { onConfirm, onClose, dialog: screen.getByRole('dialog', { name: 'Annelies verwijderen?' }) }
}

test('the last button of ConfirmDialog confirms, and the first cancels', async () => {
  const { dialog, onConfirm, onClose } = renderDialog()
  expect(dialog).toHaveProperty('open', true)
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Annuleren', 'Verwijderen'])
  await userEvent.click(screen.getByRole('button', { name: 'Verwijderen' }))
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0])
  await userEvent.click(screen.getByRole('button', { name: 'Annuleren' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('ConfirmDialog closes by Escape or by a press on the backdrop', () => {
  const { dialog, onClose } = renderDialog()
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(onClose).toHaveBeenCalledTimes(1)
  fireEvent.mouseDown(dialog)
  fireEvent.click(dialog)
  expect(onClose).toHaveBeenCalledTimes(2)
  fireEvent.mouseDown(screen.getByText(/inloggen/))
  fireEvent.click(dialog)
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('a pending ConfirmDialog cannot be confirmed again', async () => {
  const { onConfirm } = renderDialog({ busy: true })
  const confirm = screen.getByRole('button', { name: 'Verwijderen' })
  await userEvent.click(confirm)
  expect(onConfirm).not.toHaveBeenCalled()
  expect(confirm.getAttribute('aria-busy')).toBe('true')
})
