import { afterEach, expect, test, vi } from 'vitest'
import { cancelAll, linkedController, pause, sessionSignal } from './cancellation.ts'

afterEach(() => void vi.useRealTimers())

test.each([0, 1])('a linked controller aborts with the reason of the first signal that aborts', (which) => {
  const controllers = [new AbortController(), new AbortController()]
  const { signal } = linkedController(...controllers.map(({ signal }) => signal))
  expect(signal.aborted).toBe(false)
  const reason = new Error('left')
  controllers[which]!.abort(reason)
  expect(signal.reason).toBe(reason)
  controllers[1 - which]!.abort(new Error('later'))
  expect(signal.reason).toBe(reason)
})

function listenersOf(signal: AbortSignal): Set<unknown> {
  const listeners = new Set<unknown>()
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (name: string, listener: EventListener, options?: AddEventListenerOptions) => {
    listeners.add(listener)
    options?.signal?.addEventListener('abort', () => listeners.delete(listener))
    addEventListener.call(signal, name, listener, options)
  }
  signal.removeEventListener = (name: string, listener: EventListener) => {
    listeners.delete(listener)
    removeEventListener.call(signal, name, listener)
  }
  return listeners
}

test('an aborted linked controller leaves its sources unaffected', () => {
  const { signal } = new AbortController()
  const listeners = listenersOf(signal)
  const linked = linkedController(signal)
  expect(listeners.size).toBe(1)
  linked.abort()
  expect([listeners.size, signal.aborted]).toEqual([0, false])
  expect(linkedController(signal, AbortSignal.abort('left')).signal.reason).toBe('left')
})

test('a finished pause removes its abort listener', async () => {
  vi.useFakeTimers()
  const listeners = listenersOf(sessionSignal())
  const waiting = pause(500)
  expect(listeners.size).toBe(1)
  vi.advanceTimersByTime(500)
  await waiting
  expect(listeners.size).toBe(0)
})

test('a pause rejects when the session ends', async () => {
  vi.useFakeTimers()
  const waiting = pause(500)
  cancelAll()
  await expect(waiting).rejects.toThrow('Cancelled')
  expect(vi.getTimerCount()).toBe(0)
})
