import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cancelAll } from '#src/lib/cancellation.ts'
import { useFeedback } from '#src/lib/messages.ts'
import { putFile } from './put.ts'

const FILE = new File(['x'], 'logo.png', { type: 'image/png' })
const TO = 'https://files.example/logo?signature=1'

let ended: { status: number; responseURL: string }

class Upload extends EventTarget {
  upload = new EventTarget()
  timeout = 0
  status = 0
  responseURL = ''
  response = ''
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => null
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

test('putFile rejects and shows an error after a redirect', async () => {
  ended = { status: 200, responseURL: 'https://elsewhere.example/logo' }
  await expect(put()).rejects.toThrow('No answer')
  expect(useFeedback.getState().slots.error).toEqual({ id: 'core.errors.generalError' })
})

test('putFile does not abort a finished upload when the session ends', async () => {
  ended = { status: 200, responseURL: TO }
  const abort = vi.fn<() => void>()
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends Upload {
      abort = abort
    },
  )
  await put()
  cancelAll()
  expect(abort).not.toHaveBeenCalled()
})

test('putFile aborts a running upload when the session ends', async () => {
  class Held extends Upload {
    override send() {}
    abort() {
      this.dispatchEvent(new Event('loadend'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Held)
  const uploading = put()
  cancelAll()
  await expect(uploading).rejects.toThrow('Cancelled')
})
