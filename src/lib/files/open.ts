import type { IntlShape } from 'react-intl'
import { addressOf } from '#src/lib/api-root.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { saveFrom } from './save.ts'

/** Signed URLs expire within minutes. An older one is refetched before it is used. */
export const FILE_URL_TRUSTED_MS = 240_000

/**
 * The file URL in an answer of the API, as `{ url }` or a bare string, resolved against the API root. Null unless it is an HTTP
 * URL.
 */
export function fileUrl(answer: unknown): string | null {
  const given = typeof answer === 'object' && answer !== null && 'url' in answer ? answer.url : answer
  return typeof given === 'string' ? addressOf(given) : null
}

/** Fetches a file URL, in either form of the API. */
export type FetchUrl = () => Promise<unknown>

interface Words {
  /** Of the tab, as long as it waits. */
  title: MessageId
  /** The popup was blocked. */
  heldBack: MessageId
  /** There is no URL to open. */
  gone: MessageId
}

// After a blocked popup the link has the new URL, and the next press opens it natively.
const OF_LINK: Words = { title: 'core.appName', heldBack: 'core.text.fileReady', gone: 'core.errors.fileGone' }

/**
 * Fetches a file URL and opens it in a new tab. Must be called in the click handler. Returns the URL where the popup was
 * blocked: then a link has to lead there.
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

/** Fetches a file URL and downloads it; returns whether there was one. */
export async function downloadFile(ask: FetchUrl, name: string): Promise<boolean> {
  const url = await fetchUrl(ask, OF_LINK.gone)
  if (url) saveFrom(url, name)
  return url !== null
}

async function fetchUrl(ask: FetchUrl, gone: MessageId): Promise<string | null> {
  try {
    const url = fileUrl(await ask())
    if (!url) showMessage('error', gone)
    return url
  } catch (error) {
    reportUnforeseen(error)
    return null
  }
}

/** Opened before the URL is known, or the popup blocker would hold it back; null where it does. */
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
  // No referrer: the host of the file need not know the page.
  link.rel = 'noreferrer'
  tab.document.body.append(link)
  link.click()
}
