import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useFeedback } from '#src/lib/messages.ts'
import { putFile } from './put.ts'

const FILE = new File(['x'], 'logo.png', { type: 'image/png' })
const TO = 'https://files.example/logo?signature=1'

/** What the browser tells of an upload that has ended. */
let ended: { status: number; responseURL: string }

class Upload extends EventTarget {
  upload = new EventTarget()
  timeout = 0
  status = 0
  responseURL = ''
  open() {}
  setRequestHeader() {}
  send() {
    Object.assign(this, ended)
    queueMicrotask(() => this.dispatchEvent(new Event('loadend')))
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', Upload))
afterEach(() => {
  vi.unstubAllGlobals()
  useFeedback.setState({ slots: {} })
})

const put = () => putFile({ url: TO }, FILE, () => {})

test('an upload that has arrived where it was sent', async () => {
  ended = { status: 200, responseURL: TO }
  await expect(put()).resolves.toBeUndefined()
  expect(useFeedback.getState().slots).toEqual({})
})

test('one that a redirect has taken elsewhere has failed, and that is told', async () => {
  ended = { status: 200, responseURL: 'https://elsewhere.example/logo' }
  await expect(put()).rejects.toThrow('No answer')
  expect(useFeedback.getState().slots.error).toEqual({ id: 'core.errors.generalError' })
})

test('one that is refused has its status', async () => {
  ended = { status: 403, responseURL: TO }
  await expect(put()).rejects.toThrow('HTTP 403')
})
