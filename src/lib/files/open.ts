import type { IntlShape } from 'react-intl'
import { addressOf } from '#src/lib/api-root.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { saveFrom } from './save.ts'

/** Age in milliseconds above which a signed URL is fetched again before use, because such URLs expire within minutes. */
export const FILE_URL_TRUSTED_MS = 240_000

/**
 * Returns the file URL in a response of the API, which is `{ url }` or a bare string, resolved against the API root. Null unless
 * it is an HTTP URL.
 */
export function fileUrl(response: unknown): string | null {
  const given = typeof response === 'object' && response !== null && 'url' in response ? response.url : response
  return typeof given === 'string' ? addressOf(given) : null
}

/** Fetches a response that contains a file URL. */
export type FetchUrl = () => Promise<unknown>

interface PopupTexts {
  /** Title of the new tab while it waits. */
  title: MessageId
  /** Message after a blocked popup. */
  popupBlocked: MessageId
  /** Message if there is no URL. */
  missingFile: MessageId
}

// After a blocked popup the link has the fetched URL, and the next press opens it natively.
const OF_LINK: PopupTexts = {
  title: 'core.appName',
  popupBlocked: 'core.text.fileReady',
  missingFile: 'core.errors.fileGone',
}

/**
 * Fetches a file URL and opens it in a new tab. Must be called in the click handler. If the popup was blocked, returns the URL,
 * which the caller then offers as a link.
 */
export async function openFile(requestUrl: FetchUrl, intl: IntlShape, words = OF_LINK): Promise<string | null> {
  const tab = openTab(intl.formatMessage({ id: words.title }), intl.formatMessage({ id: 'core.text.fileWait' }))
  const url = await fetchUrl(requestUrl, words.missingFile)
  if (tab) {
    if (url) follow(tab, url)
    else tab.close()
    return null
  }
  if (url) showMessage('info', words.popupBlocked)
  return url
}

/** Fetches a file URL and downloads the file; returns whether there was a URL. */
export async function downloadFile(requestUrl: FetchUrl, name: string): Promise<boolean> {
  const url = await fetchUrl(requestUrl, OF_LINK.missingFile)
  if (url) saveFrom(url, name)
  return url !== null
}

async function fetchUrl(requestUrl: FetchUrl, missingFile: MessageId): Promise<string | null> {
  try {
    const url = fileUrl(await requestUrl())
    if (!url) showMessage('error', missingFile)
    return url
  } catch (error) {
    reportUnforeseen(error)
    return null
  }
}

/** Opens a tab before the URL is known, because popup blockers reject later ones. Null if blocked. */
function openTab(title: string, wait: string): Window | null {
  // `noopener` is not used, because `window.open` would return null.
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
  // Hides the URL of the page from the host of the file.
  link.rel = 'noreferrer'
  tab.document.body.append(link)
  link.click()
}
