export const ATTACHMENT_TYPES = ['lab-results', 'treatment-plans', 'agreements', 'attachments'] as const
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number]

// File names as other systems write them: Windows paths, capitals, and composed or decomposed Unicode.

/** Returns the parts of a Windows or Unix path, without drive and root. */
export const partsOfPath = (fileName: string): string[] =>
  fileName
    .trim()
    .replace(/^[a-z]:/i, '')
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.')

/** Returns a key that ignores capitals and the Unicode form of a name. */
export const foldFileName = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

// One rule for the media type of a file, based on its first bytes, its label and its name. Only types in the table
// below are served. HTML, SVG, XML and scripts are not in the table, so browsers never execute a file.

/** Media types with their file extensions, the usual extension first. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg', 'pjp'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/bmp': ['bmp', 'dib'],
  'image/tiff': ['tif', 'tiff'],
  'image/heic': ['heic'],
  'image/heif': ['heif', 'hif'],
  'image/avif': ['avif'],
  'video/mp4': ['mp4', 'm4v', 'mp4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
  'video/3gpp': ['3gp'],
  'video/mpeg': ['mpg', 'mpeg'],
  'video/x-msvideo': ['avi'],
  'video/x-ms-wmv': ['wmv'],
  'video/x-matroska': ['mkv'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a'],
  'audio/wav': ['wav', 'wave'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'text/plain': ['txt', 'text', 'log'],
  'text/csv': ['csv'],
  'application/rtf': ['rtf'],
  'application/dicom': ['dcm', 'dicom'],
  'application/msword': ['doc', 'dot'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/zip': ['zip'],
}
const BY_EXTENSION = new Map(
  Object.entries(EXTENSIONS).flatMap(([type, extensions]) => extensions.map((extension) => [extension, type] as const)),
)
/** Words for extensions in the labels of other programs. */
const ALIASES = new Map<string, string>([
  ['acrobat', 'pdf'],
  ['citrix-jpeg', 'jpg'],
  ['pipeg', 'jpg'],
  ['citrix-png', 'png'],
  ['ms-bmp', 'bmp'],
  ['windows-bmp', 'bmp'],
  ['heic-sequence', 'heic'],
  ['heif-sequence', 'heif'],
  ['quicktime', 'mov'],
  ['mpeg4', 'mp4'],
  ['msvideo', 'avi'],
  ['3gpp', '3gp'],
  ['comma-separated-values', 'csv'],
  ['plain', 'txt'],
  ['richtext', 'rtf'],
  ['zip-compressed', 'zip'],
  ['word', 'doc'],
  ['msword', 'doc'],
  ['ms-word', 'doc'],
  ['excel', 'xls'],
  ['msexcel', 'xls'],
  ['powerpoint', 'ppt'],
  ['mspowerpoint', 'ppt'],
])

/** Type of a file that is unknown or could run in a browser. */
export const OTHER_TYPE = 'application/octet-stream'
/** Result of `typeOfBytes` for files that begin like HTML, SVG or XML. */
const MARKUP = 'text/html'
const ZIP = 'application/zip'
const OLE = 'application/x-ole-storage'
/** Labels for which the file name is ignored: only the bytes can show that such a file is harmless. */
const UNSAFE_LABEL = /html|xml|svg|script|php|executable|msdownload|x-sh\b/
/** Formats that share their first bytes; label and name decide between them. */
const FAMILIES: Readonly<Record<string, RegExp>> = {
  [ZIP]: /opendocument|openxmlformats|\/zip$/,
  [OLE]: /msword|ms-excel|ms-powerpoint/,
  'video/mp4': /^(audio\/mp4|video\/(mp4|3gpp))$/,
  'video/quicktime': /^video\/(quicktime|mp4)$/,
  'image/heif': /^image\/hei[cf]$/,
}

interface FileFacts {
  /** Label of the file in the practice's system. */
  mimeType?: string | null | undefined
  fileName?: string | null | undefined
  /** Result of `typeOfBytes`; undefined or empty if unrecognised. */
  sniffed?: string | null | undefined
}

export function fileTypeOf({ mimeType, fileName, sniffed }: FileFacts): string {
  const label = mimeType?.toLowerCase() ?? ''
  const labelled = typeOfLabel(label)
  const named = UNSAFE_LABEL.test(label) && !labelled ? undefined : BY_EXTENSION.get(extensionIn(fileName))
  // Windows labels CSV files as Excel files.
  const claimed = named === 'text/csv' && labelled === 'application/vnd.ms-excel' ? named : (labelled ?? named)
  if (!sniffed) return claimed ?? OTHER_TYPE
  if (sniffed === MARKUP) return claimed?.startsWith('text/') ? claimed : OTHER_TYPE
  const family = FAMILIES[sniffed]
  // A label of the container itself is less specific than the name.
  const candidates = claimed === sniffed ? [named, claimed] : [claimed, named]
  if (family) return candidates.find((type) => type && family.test(type)) ?? (sniffed === OLE ? OTHER_TYPE : sniffed)
  return sniffed
}

/**
 * Reads labels such as `image/jpg`, `application/x-pdf; charset=binary`, `.PDF` and `JPEG image`. Returns undefined for
 * a general or unknown label.
 */
function typeOfLabel(label: string): string | undefined {
  const stated = (label.replace(/^content-type:/, '').split(/[;,]/)[0] ?? '').trim().replaceAll(/^["']|["']$/g, '')
  if (Object.hasOwn(EXTENSIONS, stated)) return stated
  const words = stated.includes('/')
    ? [stated.replace(/^[^/]*\/(?:x-)?(?:vnd\.)?/, '')]
    : stated.split(/[^\da-z]+/).filter(Boolean)
  for (const word of words) {
    const type = BY_EXTENSION.get(ALIASES.get(word) ?? word)
    if (type) return type
  }
  return undefined
}

const extensionIn = (fileName: string | null | undefined): string =>
  /\.([\da-z]{1,5})[\s."']*$/i.exec(fileName ?? '')?.[1]?.toLowerCase() ?? ''

export const extensionOfType = (type: string): string | undefined => EXTENSIONS[type]?.[0]

/** Extensions without a meaning, and ends of dates, numbers and versions that look like an extension. */
const NO_EXTENSION = /^$|^(bin|dat|tmp|file)$|^v?\d+$/

/**
 * Appends the type's extension to a name that has none, so that other programs can open the file. Containers such as
 * ZIP keep an unknown extension, which another program may use.
 */
export function withExtension(fileName: string, type: string): string {
  const extension = extensionOfType(type)
  const own = extensionIn(fileName)
  const hasOne = BY_EXTENSION.has(own) || !(NO_EXTENSION.test(own) || opensInBrowser(type))
  return hasOne || !extension ? fileName : `${fileName}.${extension}`
}

/** Whether browsers and phones show the type themselves; other types are downloaded. */
export const opensInBrowser = (type: string): boolean =>
  type === 'application/pdf' ||
  (Object.hasOwn(EXTENSIONS, type) && /^image\/|^video\/(mp4|quicktime|webm|3gpp)$|^audio\//.test(type))

export const SNIFFED_BYTES = 1100

const startsWith = (bytes: Uint8Array, at: number, ...expected: number[]) =>
  expected.every((byte, index) => bytes[at + index] === byte)

/** Returns the media type shown by the first bytes of a file; undefined if unrecognised. */
export function typeOfBytes(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, SNIFFED_BYTES)
  const text = (at: number, length: number) => String.fromCharCode(...head.subarray(at, at + length))
  if (startsWith(head, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(head, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (/^GIF8[79]a/.test(text(0, 6))) return 'image/gif'
  if (startsWith(head, 0, 0x50, 0x4b, 0x03, 0x04)) return zipType(text)
  if (startsWith(head, 0, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return OLE
  if (text(0, 4) === 'II*\0' || text(0, 4) === 'MM\0*') return 'image/tiff'
  if (text(0, 2) === 'BM' && text(6, 4) === '\0\0\0\0' && text(15, 3) === '\0\0\0') return 'image/bmp'
  if (text(0, 4) === 'RIFF') return RIFF_TYPES.get(text(8, 4))
  if (text(0, 4) === 'OggS') return 'audio/ogg'
  if (text(0, 3) === 'ID3' || /^\u00FF[\u00FA\u00FB\u00F2\u00F3]/.test(text(0, 2))) return 'audio/mpeg'
  if (startsWith(head, 0, 0x1a, 0x45, 0xdf, 0xa3))
    return text(0, 64).includes('webm') ? 'video/webm' : 'video/x-matroska'
  if (/^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(text(4, 4))) return boxType(text)
  if (text(128, 4) === 'DICM') return 'application/dicom'
  if (text(0, 5) === '{\\rtf') return 'application/rtf'
  if (isMarkup(text(0, 512))) return MARKUP
  // PDF readers accept bytes before the header.
  return text(0, SNIFFED_BYTES).includes('%PDF-') ? 'application/pdf' : undefined
}

const RIFF_TYPES = new Map([
  ['WEBP', 'image/webp'],
  ['WAVE', 'audio/wav'],
  ['AVI ', 'video/x-msvideo'],
])

const OFFICE_FOLDERS = new Map([
  ['word', 'docx'],
  ['xl', 'xlsx'],
  ['ppt', 'pptx'],
])

/**
 * Returns the type of a ZIP file. OpenDocument files begin with their media type; Office files may name their folder
 * within the first bytes.
 */
function zipType(text: (at: number, length: number) => string): string {
  const openDocument = /^mimetype(application\/vnd\.oasis\.opendocument\.[a-z]+)/.exec(text(30, 80))?.[1] ?? ''
  if (Object.hasOwn(EXTENSIONS, openDocument)) return openDocument
  const isOffice = text(30, 19) === '[Content_Types].xml'
  const folder = isOffice ? /PK.{28}(word|xl|ppt)\//s.exec(text(0, SNIFFED_BYTES))?.[1] : undefined
  return BY_EXTENSION.get(OFFICE_FOLDERS.get(folder ?? '') ?? '') ?? ZIP
}

/** Returns the type of a file of boxes by its brand (ISO 14496-12); QuickTime files may have no brand. */
function boxType(text: (at: number, length: number) => string): string {
  if (text(4, 4) !== 'ftyp') return 'video/quicktime'
  const brand = text(8, 4)
  const compatible = text(16, 64)
  if (/^(hei[cxms]|hev[cxms])$/.test(brand)) return 'image/heic'
  if (/^avi[fs]$/.test(brand)) return 'image/avif'
  if (/^(mif|msf)1$/.test(brand)) return /avi[fs]/.test(compatible) ? 'image/avif' : 'image/heif'
  if (brand === 'qt  ') return 'video/quicktime'
  if (/^M4[AB] $/.test(brand)) return 'audio/mp4'
  return brand.startsWith('3gp') ? 'video/3gpp' : 'video/mp4'
}

/** Whether a text begins like HTML, SVG or XML, also in UTF-16 and after white space. */
const isMarkup = (start: string) =>
  /^(?:\u00EF\u00BB\u00BF)?\s*<(?:!doctype|!--|\?|[a-z])/i.test(
    start.replaceAll(/\0|^(?:\u00FF\u00FE|\u00FE\u00FF)/g, ''),
  )
