import { filePolicy } from '#server/http/headers.ts'

/** What a browser shows by itself, and no more than shows. */
const SHOWN = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp'])
/** What a program on the reader's machine opens. No page and nothing with scripts: those are a file like any other. */
const KNOWN = new Set([
  ...SHOWN,
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
const BY_ENDING: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

/** The type that a file is served as: what its record says, where that is harmless; what its name says, where the record is silent. */
export function contentType({ mimeType, fileName }: { mimeType?: string | undefined; fileName?: string | undefined }) {
  const said = mimeType?.split(';')[0]!.trim().toLowerCase()
  if (said) return KNOWN.has(said) ? said : OTHER
  const ending = fileName?.split('.').at(-1)?.toLowerCase() ?? ''
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending]! : OTHER
}

/** The headers of a file that its client may see, and nobody else. */
export function paperHeaders(type: string, fileName: string): Record<string, string> {
  const place = SHOWN.has(type) ? 'inline' : 'attachment'
  return {
    'content-type': type === 'text/plain' || type === 'text/csv' ? `${type}; charset=utf-8` : type,
    'content-disposition': `${place}; ${namedAs(fileName)}`,
    'cache-control': 'private, no-store',
    'content-security-policy': filePolicy(type),
  }
}

/** For all who know RFC 5987, and plainly for the others. */
function namedAs(fileName: string): string {
  const name = bareName(fileName)
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.codePointAt(0)!.toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Without folders, and without letters that cannot be seen. */
const bareName = (fileName: string) =>
  fileName
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[\\/:*?"<>|]/g, '_')
    .trim() || 'file'
