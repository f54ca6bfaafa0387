// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MessageKind } from './message.tsx'
import { Messages } from './messages.tsx'
import { renderInDutch } from '#src/ui/testing.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const ALL = {
  success: { text: 'Opgeslagen' },
  error: { text: 'Er ging iets mis' },
  warning: { text: 'Sessie verlopen' },
  info: { text: 'Gesloten' },
  loading: { text: 'Laden' },
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

const text = (message: { text: string }) => message.text

function renderMessages(messages: Partial<typeof ALL> = ALL) {
  const onDismiss = vi.fn<(kind: MessageKind) => void>()
  const { rerender } = renderInDutch(<Messages messages={messages} render={text} onDismiss={onDismiss} />)
  return {
    onDismiss,
    show: (next: typeof messages) => rerender(<Messages messages={next} render={text} onDismiss={onDismiss} />),
  }
}

test('errors and warnings have the role alert, and other messages the role status', () => {
  const { onDismiss } = renderMessages()
  const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent)
  expect(texts('alert')).toEqual(['Er ging iets mis', 'Sessie verlopen'])
  expect(texts('status')).toEqual(['Opgeslagen', 'Gesloten', 'Laden'])
  for (const close of screen.getAllByRole('button', { name: 'Melding sluiten' })) fireEvent.click(close)
  expect(onDismiss.mock.calls.flat()).toEqual(['error', 'warning', 'success', 'info', 'loading'])
})

test('messages appear in a live region that already exists', () => {
  const { show } = renderMessages({})
  const region = document.querySelector('[aria-live="polite"]')!
  show({ success: { text: 'Opgeslagen' }, error: { text: 'Er ging iets mis' } })
  expect(region).toContainElement(screen.getByRole('status'))
  expect(region).not.toContainElement(screen.getByRole('alert'))
})

test('only success and information messages disappear after six seconds', () => {
  const { onDismiss } = renderMessages()
  pass(5999)
  expect(onDismiss).not.toHaveBeenCalled()
  pass(1)
  expect(onDismiss.mock.calls.flat()).toEqual(['success', 'info'])
  pass(60_000)
  expect(onDismiss).toHaveBeenCalledTimes(2)
})

test('a hovered or focused message does not disappear', () => {
  const { onDismiss } = renderMessages({ success: { text: 'Opgeslagen' } })
  const message = screen.getByRole('status')
  fireEvent.mouseEnter(message.parentElement!)
  pass(10_000)
  act(() => screen.getByRole('button').focus())
  fireEvent.mouseLeave(message.parentElement!)
  pass(10_000)
  expect(onDismiss).not.toHaveBeenCalled()
  act(() => screen.getByRole('button').blur())
  pass(6000)
  expect(onDismiss).toHaveBeenCalledOnce()
})

test('a new message of the same kind restarts the timer', () => {
  const success = { text: 'Een' }
  const { onDismiss, show } = renderMessages({ success })
  pass(4000)
  show({ success, error: { text: 'Mis' } })
  pass(2000)
  expect(onDismiss.mock.calls).toEqual([['success']])
  show({ success: { text: 'Twee' } })
  pass(5999)
  expect(onDismiss).toHaveBeenCalledOnce()
  pass(1)
  expect(onDismiss).toHaveBeenCalledTimes(2)
})
