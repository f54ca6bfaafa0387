import { beforeEach, describe, expect, test } from 'vitest'
import {
  dismissMessage,
  navigationArrived,
  navigationStarted,
  requestEnded,
  requestStarted,
  showAfterNavigation,
  showMessage,
  useFeedback,
} from './messages.ts'

const feedback = () => useFeedback.getState()
/** Returns the messages on screen by kind. */
const shown = () => Object.fromEntries(Object.entries(feedback().slots).filter(([, text]) => text !== undefined))

beforeEach(() => {
  useFeedback.setState(useFeedback.getInitialState(), true)
})

describe('feedback messages', () => {
  test('show one message of each kind, which can be dismissed', () => {
    showMessage('error', 'core.errors.httpError', { status: 500 })
    expect(shown()).toEqual({ error: { id: 'core.errors.httpError', values: { status: 500 } } })
    showMessage('error', 'core.errors.generalError')
    showMessage('info', 'core.text.loading')
    expect(shown()).toEqual({ error: { id: 'core.errors.generalError' }, info: { id: 'core.text.loading' } })
    dismissMessage('error')
    dismissMessage('success')
    expect(shown()).toEqual({ info: { id: 'core.text.loading' } })
  })
})

describe('showAfterNavigation', () => {
  test('shows the message once, after the next navigation', () => {
    showMessage('error', 'core.errors.generalError')
    showAfterNavigation('warning', 'auth.text.loginExpired')
    expect(shown()).toEqual({ error: { id: 'core.errors.generalError' } })
    navigationStarted()
    expect(shown()).toEqual({})
    navigationArrived()
    expect(shown()).toEqual({ warning: { id: 'auth.text.loginExpired' } })
    navigationStarted()
    navigationArrived()
    expect(shown()).toEqual({})
  })

  test('keeps messages of several kinds over a redirect', () => {
    showAfterNavigation('warning', 'auth.text.loginExpired')
    showAfterNavigation('error', 'auth.errors.loginDetails')
    navigationStarted()
    navigationStarted()
    showMessage('info', 'core.text.loading')
    navigationArrived()
    expect(shown()).toEqual({
      warning: { id: 'auth.text.loginExpired' },
      error: { id: 'auth.errors.loginDetails' },
      info: { id: 'core.text.loading' },
    })
  })
})

describe('the state of requests', () => {
  test('is active until the last pending request has ended', () => {
    expect(feedback()).toMatchObject({ pending: 0, request: null })
    requestStarted('GET', 'clients')
    expect(feedback()).toMatchObject({ pending: 1, request: { method: 'GET', url: 'clients', active: true } })
    requestStarted('PUT', 'clients/1')
    expect(feedback()).toMatchObject({ pending: 2, request: { method: 'PUT', url: 'clients/1', active: true } })
    requestEnded()
    expect(feedback()).toMatchObject({ pending: 1, request: { active: true } })
    requestEnded()
    expect(feedback()).toMatchObject({ pending: 0, request: { method: 'PUT', url: 'clients/1', active: false } })
  })

  test('is not changed by a navigation', () => {
    requestStarted('GET', 'clients')
    navigationStarted()
    navigationArrived()
    expect(feedback()).toMatchObject({ pending: 1, request: { active: true } })
  })
})
