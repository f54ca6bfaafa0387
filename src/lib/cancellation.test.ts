import { afterEach, expect, test, vi } from 'vitest'
import { cancelAll, linkedController, pause, sessionSignal } from './cancellation.ts'

afterEach(() => void vi.useRealTimers())

test.each([0, 1])('a linked controller aborts with each of its signals, and for the same reason', (which) => {
  const controllers = [new AbortController(), new AbortController()]
  const { signal } = linkedController(...controllers.map(({ signal }) => signal))
  expect(signal.aborted).toBe(false)
  const reason = new Error('left')
  controllers[which]!.abort(reason)
  expect(signal.reason).toBe(reason)
  controllers[1 - which]!.abort(new Error('later'))
  expect(signal.reason).toBe(reason)
})

test('it is aborted at once where one of them is', () => {
  const reason = new Error('left')
  expect(linkedController(new AbortController().signal, AbortSignal.abort(reason)).signal.reason).toBe(reason)
})

test('it aborts by itself, and none of them by it', () => {
  const outer = new AbortController()
  const linked = linkedController(outer.signal)
  linked.abort()
  expect([linked.signal.aborted, outer.signal.aborted]).toEqual([true, false])
})

/** The listeners that a signal has now: added, and neither removed nor let go by a signal of their own. */
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

test('nothing of it stays with a signal that outlives it', () => {
  const { signal } = new AbortController()
  const listeners = listenersOf(signal)
  const linked = linkedController(signal)
  expect(listeners.size).toBe(1)
  linked.abort()
  expect(listeners.size).toBe(0)
})

test('a pause that is over leaves nothing with the session', async () => {
  vi.useFakeTimers()
  const listeners = listenersOf(sessionSignal())
  const waiting = pause(500)
  expect(listeners.size).toBe(1)
  vi.advanceTimersByTime(500)
  await waiting
  expect(listeners.size).toBe(0)
})

test('a pause ends with the session', async () => {
  vi.useFakeTimers()
  const waiting = pause(500)
  cancelAll()
  await expect(waiting).rejects.toThrow('Cancelled')
  expect(vi.getTimerCount()).toBe(0)
})
