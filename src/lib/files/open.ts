import type { IntlShape } from 'react-intl'
import { apiRoot } from '#src/lib/api-root.ts'
import { isHandled } from '#src/lib/call-error.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { saveFrom } from './save.ts'

/** Addresses of files live some minutes only. One that is older than this is asked for anew before it is used. */
export const FILE_URL_TRUSTED_MS = 240_000

/**
 * The address of a file in an answer of the API, as `{ url }` or by itself; a relative one is relative to the API. Null where
 * it is none that a browser may open.
 */
export function fileUrl(answer: unknown): string | null {
  const given = typeof answer === 'object' && answer !== null && 'url' in answer ? answer.url : answer
  const base = new URL(apiRoot, location.href)
  if (typeof given !== 'string' || !given.trim() || !URL.canParse(given, base)) return null
  const { protocol, href } = new URL(given, base)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

/** Answers with the address of a file, in whatever form the API has it. */
export type FetchUrl = () => Promise<unknown>

interface Words {
  /** Of the tab, as long as it waits. */
  title: MessageId
  /** The browser held the tab back. */
  heldBack: MessageId
  /** There is no address to follow. */
  gone: MessageId
}

// A link that held its tab back has the new address by now, and the next press needs no tab that is opened for it.
const OF_LINK: Words = { title: 'core.appName', heldBack: 'core.text.fileReady', gone: 'core.errors.fileGone' }

/**
 * Asks for the address of a file and opens it in a tab. To be called within the press. Answers the address where the browser
 * held the tab back: then a link has to lead there.
 */
export async function openFile(ask: FetchUrl, intl: IntlShape, words = OF_LINK): Promise<string | null> {
  const tab = openTab(intl.formatMessage({ id: words.title }), intl.formatMessage({ id: 'core.text.fileWait' }))
  const url = await fetchUrl(ask, words.gone)
  if (tab) {
    if (url) follow(tab, url)
    else tab.close()
    return null
  }
  if (url) showMessage('info', words.heldBack)
  return url
}

/** Asks for the address of a file and lets the browser save it. */
export async function downloadFile(ask: FetchUrl, name: string): Promise<void> {
  const url = await fetchUrl(ask, OF_LINK.gone)
  if (url) saveFrom(url, name)
}

async function fetchUrl(ask: FetchUrl, gone: MessageId): Promise<string | null> {
  try {
    const url = fileUrl(await ask())
    if (!url) showMessage('error', gone)
    return url
  } catch (error) {
    if (!isHandled(error)) showMessage('error', gone)
    return null
  }
}

/** A tab that waits. Opened before the address is known, or it would be held back; null where it is after all. */
function openTab(title: string, wait: string): Window | null {
  // Not by `noopener`, which would answer null.
  const tab = window.open('', '_blank')
  if (!tab || tab.closed) return null
  tab.opener = null
  const page = tab.document
  page.documentElement.lang = document.documentElement.lang
  page.documentElement.style.colorScheme = 'light dark'
  page.title = title
  const text = page.createElement('p')
  text.textContent = wait
  text.style.font = '1rem/1.5 system-ui, sans-serif'
  text.style.margin = '2rem'
  page.body.append(text)
  return tab
}

function follow(tab: Window, url: string): void {
  if (tab.closed) return
  const link = tab.document.createElement('a')
  link.href = url
  // Whoever keeps the file need not know where the reader came from.
  link.rel = 'noreferrer'
  tab.document.body.append(link)
  link.click()
}
