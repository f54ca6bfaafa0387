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
/** What is on screen, by kind. */
const shown = () => Object.fromEntries(Object.entries(feedback().slots).filter(([, text]) => text !== undefined))

beforeEach(() => {
  useFeedback.setState(useFeedback.getInitialState(), true)
})

describe('the messages', () => {
  test('one of each kind stands beside the others', () => {
    showMessage('success', 'core.buttons.save')
    showMessage('error', 'core.errors.generalError')
    showMessage('warning', 'auth.text.loginExpired')
    showMessage('info', 'core.text.notAvailable')
    showMessage('loading', 'core.text.loading')
    expect(shown()).toEqual({
      success: { id: 'core.buttons.save' },
      error: { id: 'core.errors.generalError' },
      warning: { id: 'auth.text.loginExpired' },
      info: { id: 'core.text.notAvailable' },
      loading: { id: 'core.text.loading' },
    })
  })

  test('a new one takes the place of the old of its kind, with nothing left of it', () => {
    showMessage('error', 'core.errors.httpError', { status: 500 })
    expect(shown()).toEqual({ error: { id: 'core.errors.httpError', values: { status: 500 } } })
    showMessage('error', 'core.errors.generalError')
    expect(shown()).toEqual({ error: { id: 'core.errors.generalError' } })
  })

  test('one that is dismissed goes alone', () => {
    showMessage('error', 'core.errors.generalError')
    showMessage('info', 'core.text.loading')
    dismissMessage('error')
    dismissMessage('success')
    expect(shown()).toEqual({ info: { id: 'core.text.loading' } })
  })

  test('a navigation clears all of them', () => {
    showMessage('error', 'core.errors.generalError')
    showMessage('warning', 'auth.text.loginExpired')
    navigationStarted()
    expect(shown()).toEqual({})
  })
})

describe('a message for after the navigation', () => {
  test('waits until it has arrived, and is shown once', () => {
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

  test('survives a redirect on the way', () => {
    showAfterNavigation('warning', 'auth.text.loginExpired')
    navigationStarted()
    navigationStarted()
    navigationArrived()
    expect(shown()).toEqual({ warning: { id: 'auth.text.loginExpired' } })
  })

  test('two kinds both wait, and stand beside what was shown on the way', () => {
    showAfterNavigation('warning', 'auth.text.loginExpired')
    showAfterNavigation('error', 'auth.errors.loginDetails')
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

describe('the current request', () => {
  test('is active until the last of those under way has ended', () => {
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

  test('is none of the navigation’s business', () => {
    requestStarted('GET', 'clients')
    navigationStarted()
    navigationArrived()
    expect(feedback()).toMatchObject({ pending: 1, request: { active: true } })
  })
})
