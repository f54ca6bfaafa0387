import { filePolicy } from '#server/http/headers.ts'

/** Types that browsers render inline without running anything. */
const INLINE = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp'])
/** Types served as they are. HTML, SVG and scripts are not among them, and are served as `application/octet-stream`. */
const SERVED = new Set([
  ...INLINE,
  'image/gif',
  'image/heic',
  'image/heif',
  'image/tiff',
  'text/plain',
  'text/csv',
  'application/dicom',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
])
const OTHER = 'application/octet-stream'
const BY_EXTENSION = new Map([
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
])

/** The Content-Type of a file: of its record where it is on the list, of its extension where the record has none. */
export function contentType({ mimeType, fileName }: { mimeType?: string | undefined; fileName?: string | undefined }) {
  const stated = mimeType?.split(';')[0]?.trim().toLowerCase()
  if (stated) return SERVED.has(stated) ? stated : OTHER
  const extension = fileName?.split('.').at(-1)?.toLowerCase() ?? ''
  return BY_EXTENSION.get(extension) ?? OTHER
}

/** Headers of a private file. */
export function documentHeaders(type: string, fileName: string): Record<string, string> {
  const place = INLINE.has(type) ? 'inline' : 'attachment'
  return {
    'content-type': type === 'text/plain' || type === 'text/csv' ? `${type}; charset=utf-8` : type,
    'content-disposition': `${place}; ${namedAs(fileName)}`,
    'cache-control': 'private, no-store',
    'content-security-policy': filePolicy(type),
  }
}

/** RFC 5987, with an ASCII fallback. */
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

/** Without path separators and control characters. */
const bareName = (fileName: string) =>
  fileName
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[\\/:*?"<>|]/g, '_')
    .trim() || 'file'
