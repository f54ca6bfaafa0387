import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError, CancelledError } from './call-error.ts'
import { dismissMessage, useFeedback } from './messages.ts'
import { watchUncaught } from './report-error.ts'

let stop = () => {}
const logged = vi.spyOn(console, 'error')

beforeEach(() => {
  logged.mockImplementation(() => {})
  stop = watchUncaught()
})

afterEach(() => {
  stop()
  dismissMessage('error')
})

const shown = () => useFeedback.getState().slots.error?.id

function rejected(reason: unknown) {
  const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason })
  window.dispatchEvent(event)
  return event
}

function thrown(error: unknown, message = '') {
  const event = Object.assign(new Event('error', { cancelable: true }), { error, message })
  window.dispatchEvent(event)
  return event
}

function at(url: string) {
  const error = new TypeError('x is undefined https://elsewhere.example/')
  error.stack = `TypeError: ${error.message}\n    at press (${url}:1:1)\n    at https://portal.example/assets/a.js:2:2`
  return error
}

test.each([
  ['a promise', rejected],
  ['a handler', thrown],
])('an unexpected error in %s is shown and logged once', (_, happens) => {
  const error = at('https://portal.example/assets/portal.js')
  expect(happens(error).defaultPrevented).toBe(true)
  expect(shown()).toBe('core.errors.generalError')
  expect(logged.mock.calls).toEqual([[error]])
})

test('no error is shown after reporting has stopped', () => {
  stop()
  expect(thrown(new TypeError('x')).defaultPrevented).toBe(false)
  expect(shown()).toBeUndefined()
})

test.each([
  ['a failed call', new CallError(500)],
  ['a cancelled one', new CancelledError('Cancelled')],
])('%s is not shown again', (_, error) => {
  expect(rejected(error).defaultPrevented).toBe(true)
  expect(shown()).toBeUndefined()
  expect(logged).not.toHaveBeenCalled()
})

test.each([
  ['Chrome', at('chrome-extension://abcdef/inject.js')],
  ['Firefox', Object.assign(new Error('x'), { stack: 'press@moz-extension://abcdef/inject.js:1:1\n' })],
  ['Safari, hidden', at('webkit-masked-url://hidden/')],
])('errors of browser extensions of %s are ignored', (_, error) => {
  expect(thrown(error).defaultPrevented).toBe(false)
  expect(rejected(error).defaultPrevented).toBe(false)
  expect(shown()).toBeUndefined()
})

test('errors of scripts from other origins and of ResizeObserver are ignored', () => {
  thrown(null, 'Script error.')
  rejected('anything')
  thrown(new Error('ResizeObserver loop limit exceeded'))
  thrown(null, 'ResizeObserver loop completed with undelivered notifications.')
  expect(shown()).toBeUndefined()
})
