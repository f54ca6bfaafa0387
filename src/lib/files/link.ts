import { useIntl } from 'react-intl'
import { fileTypeOf, opensInBrowser, withExtension } from '#contract/document.ts'
import { FILE_URL_TRUSTED_MS, type FetchUrl, downloadFile, fileUrl, openFile } from './open.ts'

interface FileOfApi {
  url?: string | null | undefined
  mimeType?: string | null | undefined
  fileName?: string | null | undefined
}

interface FileLinkOptions {
  /** Time of the response that contained the URL. */
  at: number
  /** Fetches the URL again. */
  refetchUrl: FetchUrl
}

/** Data of a link to a file from a list, and whether the link opens or downloads it. */
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

/** Returns a function that creates the link to a file; null for a file without a usable URL. */
export function useFileLinks(): (file: FileOfApi, given: FileLinkOptions) => FileLink | null {
  const intl = useIntl()
  return ({ url, mimeType, fileName }, { at, refetchUrl }) => {
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
          void (opens ? openFile(refetchUrl, intl) : downloadFile(refetchUrl, name))
        },
      },
    }
  }
}
