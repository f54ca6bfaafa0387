import { opensInBrowser } from '#contract/document.ts'
import { filePolicy } from '#server/http/headers.ts'

export function documentHeaders(type: string, fileName: string): Record<string, string> {
  const place = opensInBrowser(type) ? 'inline' : 'attachment'
  return {
    'content-type': type === 'text/plain' || type === 'text/csv' ? `${type}; charset=utf-8` : type,
    'content-disposition': `${place}; ${namedAs(fileName)}`,
    'cache-control': 'private, no-store',
    'content-security-policy': filePolicy(type),
  }
}

/** Returns the file name for Content-Disposition (RFC 5987), with an ASCII fallback. */
function namedAs(fileName: string): string {
  const name = bareName(fileName)
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Returns a file name without path separators and control characters. */
const bareName = (fileName: string) =>
  fileName
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[\\/:*?"<>|]/g, '_')
    .trim() || 'file'
