import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchFile } from './fetch-file.ts'

const asked: Request[] = []
let answer: () => Promise<Response>

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(request)
    return answer()
  })
})
afterEach(() => void vi.unstubAllGlobals())

const { signal } = new AbortController()
const fetched = (url: unknown, room = 100) => fetchFile(url, { signal, room })
const pdf =
  (headers = {}) =>
  async () =>
    new Response('%PDF', { headers: { 'content-type': 'application/pdf', ...headers } })

test('fetchFile sends no token, cookie or referrer', async () => {
  answer = pdf()
  const file = await fetched('https://files.example/a.pdf?signature=1')
  expect(file).toEqual({ bytes: new TextEncoder().encode('%PDF'), type: 'application/pdf' })
  expect(asked[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' })
  expect([...asked[0]!.headers.keys()]).toEqual([])
})

test.each([null, undefined, '', 'javascript:alert(1)', 'data:text/html,x', 'blob:x', 'https://', { url: null }, {}])(
  'fetchFile refuses the URL %j',
  async (url) => {
    expect(await fetched(url)).toEqual({ why: 'noAddress' })
    expect(asked).toEqual([])
  },
)

test('fetchFile has the reason of a failure', async () => {
  answer = async () => new Response('gone', { status: 410 })
  expect(await fetched('/files/a')).toEqual({ why: 'status', status: 410 })
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await fetched('/files/a')).toEqual({ why: 'failed' })
  const url = 'https://files.example/a.pdf'
  expect(await fetched(url)).toEqual({ why: 'otherHost', url })
  answer = pdf()
  expect(await fetched('/files/a', 3)).toEqual({ why: 'tooLarge' })
  expect(await fetched('/files/a', 4)).toMatchObject({ type: 'application/pdf' })
  answer = pdf({ 'content-length': '5' })
  expect(await fetched('/files/a', 4)).toEqual({ why: 'tooLarge' })
})

test('fetchFile rejects when it is aborted', async () => {
  const controller = new AbortController()
  answer = async () => {
    controller.abort()
    throw new DOMException('Aborted', 'AbortError')
  }
  await expect(fetchFile('/files/a', { signal: controller.signal, room: 9 })).rejects.toThrow('Aborted')
})
