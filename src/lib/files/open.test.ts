import { createIntl } from 'react-intl'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '#src/lib/call-error.ts'
import { useFeedback } from '#src/lib/messages.ts'
import { downloadFile, openFile } from './open.ts'

afterEach(() => {
  vi.restoreAllMocks()
  useFeedback.setState(useFeedback.getInitialState(), true)
  document.head.innerHTML = ''
})

const FILE = 'https://files.example/a.pdf?sig=1'

test.each([
  ['/api', '/files/a.pdf', `${location.origin}/files/a.pdf`],
  ['https://api.example/v1', '/files/a.pdf', 'https://api.example/files/a.pdf'],
  ['https://api.example/v1/', 'files/a.pdf', 'https://api.example/v1/files/a.pdf'],
  ['https://api.example/v1', FILE, FILE],
])('fileUrl for the API at %s of %s is %s', async (root, url, address) => {
  document.head.innerHTML = `<meta name="portal-api-root" content="${root}" />`
  vi.resetModules()
  const other = await import('./open.ts')
  expect(other.fileUrl({ url })).toBe(address)
})

const intl = createIntl({ locale: 'nl', onError() {} })
const shownError = () => useFeedback.getState().slots.error?.id

function tabOpens() {
  const tab = { document: document.implementation.createHTMLDocument(''), closed: false, close: vi.fn<() => void>() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return tab
}

test.each([
  ['is unexpected', new TypeError('content is undefined'), 'core.errors.generalError'],
  ['was shown', new CallError(500), undefined],
])('openFile closes its tab and shows one error after a failure that %s', async (_, error, id) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const tab = tabOpens()
  expect(await openFile(() => Promise.reject(error), intl)).toBeNull()
  expect(tab.close).toHaveBeenCalledOnce()
  expect(shownError()).toBe(id)
})

test('downloadFile shows an unexpected error', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await downloadFile(() => Promise.reject(new TypeError('content is undefined')), 'brief.doc')
  expect(shownError()).toBe('core.errors.generalError')
})
