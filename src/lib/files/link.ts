import { useIntl } from 'react-intl'
import { fileTypeOf, opensInBrowser, withExtension } from '#contract/document.ts'
import { FILE_URL_TRUSTED_MS, type FetchUrl, downloadFile, fileUrl, openFile } from './open.ts'

interface FileOfApi {
  url?: string | null | undefined
  mimeType?: string | null | undefined
  fileName?: string | null | undefined
}

interface Given {
  /** When the API gave the address. */
  at: number
  /** Asks for it once more. */
  again: FetchUrl
}

/** What a link needs to a file that came with a list, and whether it opens or is saved. */
export interface FileLink {
  opens: boolean
  attributes: {
    href: string
    target: string
    rel: string
    download?: string
    onClick: (event: { preventDefault(): void }) => void
  }
}

/** Makes links to files; null of one without an address to follow. */
export function useFileLinks(): (file: FileOfApi, given: Given) => FileLink | null {
  const intl = useIntl()
  return ({ url, mimeType, fileName }, { at, again }) => {
    const href = fileUrl(url)
    if (!href) return null
    const type = fileTypeOf({ mimeType, fileName: fileName || new URL(href).pathname })
    const opens = opensInBrowser(type)
    const name = fileName ? withExtension(fileName, type) : ''
    return {
      opens,
      attributes: {
        href,
        target: '_blank',
        rel: 'noopener noreferrer',
        ...(!opens && { download: name }),
        onClick(event) {
          if (Date.now() - at < FILE_URL_TRUSTED_MS) return
          event.preventDefault()
          void (opens ? openFile(again, intl) : downloadFile(again, name))
        },
      },
    }
  }
}
