import { expect, test } from 'vitest'
import { linkedController } from './cancellation.ts'

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

test('nothing of it stays with a signal that outlives it', () => {
  const { signal } = new AbortController()
  const listeners = new Set<unknown>()
  const { addEventListener } = signal
  signal.addEventListener = (name: string, listener: EventListener, options: AddEventListenerOptions) => {
    listeners.add(listener)
    options.signal!.addEventListener('abort', () => listeners.delete(listener))
    addEventListener.call(signal, name, listener, options)
  }
  const linked = linkedController(signal)
  expect(listeners.size).toBe(1)
  linked.abort()
  expect(listeners.size).toBe(0)
})
