import { describe, expect, test } from 'vitest'
import {
  OTHER_TYPE,
  extensionOfType,
  fileTypeOf,
  foldFileName,
  opensInBrowser,
  partsOfPath,
  typeOfBytes,
  withExtension,
} from './document.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describe('fileTypeOf with a label and a file name', () => {
  test.each<[string, string[]]>([
    ['image/jpeg', ['image/jpg', 'IMAGE/JPEG', 'image/jpeg; name="foto.jpg"', ' image/jpeg ', '"image/jpeg"']],
    ['image/jpeg', ['Content-Type: image/jpeg', 'JPEG image', '.jpg']],
    ['image/png', ['image/x-png']],
    ['image/bmp', ['image/x-ms-bmp']],
    ['image/tiff', ['image/tif']],
    ['image/heic', ['image/heic-sequence']],
    ['application/pdf', ['application/x-pdf', 'application/acrobat', 'PDF', 'Adobe PDF document']],
    ['application/pdf', ['application/pdf;charset=binary']],
    ['video/quicktime', ['video/mov', 'video/x-quicktime']],
    ['video/mp4', ['application/mp4']],
    ['audio/mpeg', ['audio/mp3']],
    ['audio/wav', ['audio/x-wav']],
    ['application/dicom', ['image/dicom']],
    ['application/vnd.ms-excel', ['application/msexcel']],
    [DOCX, ['application/docx']],
    [XLSX, [XLSX]],
    ['application/zip', ['application/x-zip-compressed']],
    ['text/csv', ['text/comma-separated-values']],
  ])('recognises the labels of %s', (type, labels) => {
    for (const mimeType of labels) expect([mimeType, fileTypeOf({ mimeType })]).toEqual([mimeType, type])
  })

  test.each<[string | undefined | null, string | undefined, string]>([
    ['application/vnd.ms-excel', 'lijst.csv', 'text/csv'],

    // The file name decides for general types.
    ['application/octet-stream', 'brief.pdf', 'application/pdf'],
    ['binary/octet-stream', 'Scan.PDF', 'application/pdf'],
    ['application/force-download', 'foto.JPEG', 'image/jpeg'],
    ['*/*', 'foto.jfif', 'image/jpeg'],
    ['image', 'foto.png', 'image/png'],
    ['', 'foto.webp', 'image/webp'],
    [null, 'C:\\scans\\uitslag.pdf', 'application/pdf'],
    [undefined, 'uitslag.pdf ', 'application/pdf'],

    // Unknown types, and types that a browser executes.
    ['text/html', 'a.pdf', OTHER_TYPE],
    ['image/svg+xml', 'a.png', OTHER_TYPE],
    ['text/javascript', 'a.pdf', OTHER_TYPE],
    ['application/x-msdownload', 'a.pdf', OTHER_TYPE],
    [undefined, 'a.svg', OTHER_TYPE],
    [undefined, 'a.pdf.exe', OTHER_TYPE],
    [undefined, 'pdf', OTHER_TYPE],
    ['toString', 'a.constructor', OTHER_TYPE],
    [undefined, undefined, OTHER_TYPE],
  ])('detects label %j with name %j as %s', (mimeType, fileName, type) => {
    expect(fileTypeOf({ mimeType, fileName })).toBe(type)
  })
})

const ARCHIVE = 'application/zip'
const ODT = 'application/vnd.oasis.opendocument.text'
/** Returns the header of a file in a ZIP archive. */
const entry = (name: string) => `PK\u{3}\u{4}${'\0'.repeat(26)}${name}`

const HEADS: Record<string, [head: string, type: string | undefined]> = {
  JPEG: ['\u{FF}\u{D8}\u{FF}\u{E0}\0\u{10}JFIF', 'image/jpeg'],
  PNG: ['\u{89}PNG\r\n\u{1A}\n', 'image/png'],
  GIF: ['GIF89a\u{1}\0', 'image/gif'],
  WebP: ['RIFF\u{24}\0\0\0WEBPVP8 ', 'image/webp'],
  BMP: ['BM\u{46}\0\0\0\0\0\0\0\u{36}\0\0\0\u{28}\0\0\0', 'image/bmp'],
  'TIFF, little endian': ['II*\0\u{8}\0\0\0', 'image/tiff'],
  'TIFF, big endian': ['MM\0*\0\0\0\u{8}', 'image/tiff'],
  HEIC: ['\0\0\0\u{28}ftypheic\0\0\0\0mif1MiHB', 'image/heic'],
  HEIF: ['\0\0\0\u{1C}ftypmif1\0\0\0\0mif1heix', 'image/heif'],
  AVIF: ['\0\0\0\u{1C}ftypavif\0\0\0\0avifmif1', 'image/avif'],
  'AVIF by a compatible brand': ['\0\0\0\u{1C}ftypmif1\0\0\0\0mif1avif', 'image/avif'],
  MP4: ['\0\0\0\u{20}ftypisom\0\0\u{2}\0isomiso2avc1mp41', 'video/mp4'],
  'QuickTime of an iPhone': ['\0\0\0\u{14}ftypqt  \0\0\0\0qt  \0\0\0\u{8}wide', 'video/quicktime'],
  'QuickTime without a brand': ['\0\0\u{10}\0moov\0\0\0\u{6C}mvhd', 'video/quicktime'],
  '3GPP': ['\0\0\0\u{18}ftyp3gp4\0\0\0\0isom3gp4', 'video/3gpp'],
  M4A: ['\0\0\0\u{20}ftypM4A \0\0\0\0M4A mp42', 'audio/mp4'],
  WebM: ['\u{1A}\u{45}\u{DF}\u{A3}\u{9F}\u{42}\u{86}\u{81}\u{1}\u{42}\u{82}\u{84}webm', 'video/webm'],
  Matroska: ['\u{1A}\u{45}\u{DF}\u{A3}\u{A3}\u{42}\u{82}\u{88}matroska', 'video/x-matroska'],
  AVI: ['RIFF\u{24}\0\0\0AVI LIST', 'video/x-msvideo'],
  WAV: ['RIFF\u{24}\0\0\0WAVEfmt ', 'audio/wav'],
  MP3: ['ID3\u{3}\0\0', 'audio/mpeg'],
  'MP3 without a tag': ['\u{FF}\u{FB}\u{90}\u{64}', 'audio/mpeg'],
  DICOM: [`${'\0'.repeat(128)}DICM`, 'application/dicom'],
  RTF: ['{\\rtf1\\ansi', 'application/rtf'],
  PDF: ['%PDF-1.7\n', 'application/pdf'],
  'PDF behind other bytes': [`${'\r\n'.repeat(300)}%PDF-1.4`, 'application/pdf'],
  'PDF too far behind': [`${' '.repeat(1200)}%PDF-1.4`, undefined],
  OpenDocument: [`${entry('mimetype')}application/vnd.oasis.opendocument.textPK`, ODT],
  'OpenDocument of an unknown kind': [`${entry('mimetype')}application/vnd.oasis.opendocument.formulaPK`, ARCHIVE],
  'a ZIP file that names HTML as its type': [`${entry('mimetype')}text/html`, ARCHIVE],
  'a Word document': [`${entry('[Content_Types].xml')}...${entry('_rels/.rels')}..${entry('word/document.xml')}`, DOCX],
  'an Excel file': [`${entry('[Content_Types].xml')}...${entry('xl/workbook.xml')}`, XLSX],
  'an Office file without a folder in its head': [`${entry('[Content_Types].xml')}...`, ARCHIVE],
  'an archive with a folder': [`${entry('word/brief.txt')}...`, ARCHIVE],
  text: ['Uitslag van het bloedonderzoek', undefined],
  'two letters': ['BM', undefined],
}

test.each(Object.entries(HEADS))('typeOfBytes detects %s', (_, [head, type]) => {
  expect(typeOfBytes(bytesOf(head))).toBe(type)
})

describe('fileTypeOf with contents', () => {
  const ZIP = 'PK\u{3}\u{4}\u{14}\0'
  const OLE = '\u{D0}\u{CF}\u{11}\u{E0}\u{A1}\u{B1}\u{1A}\u{E1}'
  const [jpeg, pdf, mp4] = [HEADS['JPEG']![0], HEADS['PDF']![0], HEADS['MP4']![0]]

  test.each<[string, string | undefined, string | undefined, string, string]>([
    ['a photo without label and extension', undefined, 'IMG_0001', jpeg, 'image/jpeg'],
    ['a photo labelled as PDF', 'application/pdf', 'a.pdf', jpeg, 'image/jpeg'],
    ['a PDF labelled as a page', 'text/html', 'a.html', pdf, 'application/pdf'],
    ['sound in an MP4', 'audio/mp4', 'hart.m4a', mp4, 'audio/mp4'],
    ['a document with a general label', 'application/octet-stream', 'brief.docx', ZIP, DOCX],
    ['a document labelled as an archive', 'application/zip', 'brief.docx', ZIP, DOCX],
    ['a sheet with another label of an archive', 'application/x-zip-compressed', 'lijst.XLSX', ZIP, XLSX],
    ['an archive', 'application/zip', 'fotos.zip', ZIP, 'application/zip'],
    ['sound labelled as MP4', 'video/mp4', 'hart.m4a', mp4, 'audio/mp4'],
    ['an archive labelled as a photo', 'image/jpeg', 'fotos.jpg', ZIP, 'application/zip'],
    ['an old document', 'application/octet-stream', 'brief.doc', OLE, 'application/msword'],
    ['an unknown old file', 'image/png', 'x', OLE, OTHER_TYPE],
    ['a page labelled as a photo', 'image/png', 'a.png', '<!DOCTYPE html><script>', OTHER_TYPE],
    ['a page labelled as PDF', 'application/pdf', 'a.pdf', '\n <html><body>', OTHER_TYPE],
    ['an SVG labelled as PNG', 'image/png', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg">', OTHER_TYPE],
    ['XML', undefined, 'a.pdf', '\u{EF}\u{BB}\u{BF}<?xml version="1.0"?>', OTHER_TYPE],
    ['a page in UTF-16', 'image/gif', 'a.gif', '\u{FF}\u{FE}<\0h\0t\0m\0l\0', OTHER_TYPE],
    ['text that begins with a tag', 'text/plain', 'a.txt', '<b>', 'text/plain'],
    ['an unknown content keeps its label', 'image/jpeg', 'a.jpg', 'the file', 'image/jpeg'],
  ])('recognises %s', (_, mimeType, fileName, head, type) => {
    expect(fileTypeOf({ mimeType, fileName, sniffed: typeOfBytes(bytesOf(head)) })).toBe(type)
  })
})

test('opensInBrowser is true only for images, PDFs, videos and audio', () => {
  const types = ['application/pdf', 'image/heic', 'image/tiff', 'video/mp4', 'video/quicktime', 'audio/mp4']
  expect(types.filter((type) => !opensInBrowser(type))).toEqual([])
  const others = ['text/plain', 'text/csv', 'text/html', 'image/svg+xml', DOCX, 'application/dicom', 'video/x-msvideo']
  expect([...others, OTHER_TYPE, 'toString'].filter(opensInBrowser)).toEqual([])
})

test.each([
  ['uitslag', 'application/pdf', 'uitslag.pdf'],
  ['uitslag.PDF', 'application/pdf', 'uitslag.PDF'],
  ['IMG_1.dat', 'image/jpeg', 'IMG_1.dat.jpg'],
  ['verslag van 1.2.2026, dr. Jansen', DOCX, 'verslag van 1.2.2026, dr. Jansen.docx'],
  ['geheim', OTHER_TYPE, 'geheim'],
  ['uitslag.v2', 'application/pdf', 'uitslag.v2.pdf'],
  ['lijst.xlsm', 'application/zip', 'lijst.xlsm'],
  ['meting.hl7', 'text/plain', 'meting.hl7'],
])('withExtension(%s, %s) is %s', (name, type, expected) => {
  expect(withExtension(name, type)).toBe(expected)
})

test('extensionOfType is undefined for types that are not served', () => {
  expect(['image/jpeg', 'text/html', 'toString'].map(extensionOfType)).toEqual(['jpg', undefined, undefined])
})

test.each([
  ['uitslag.pdf', ['uitslag.pdf']],
  ['C:\\scans\\2026\\uitslag.pdf', ['scans', '2026', 'uitslag.pdf']],
  ['\\\\server\\share\\a.pdf', ['server', 'share', 'a.pdf']],
  ['./2026/a.pdf', ['2026', 'a.pdf']],
  ['../a.pdf', ['..', 'a.pdf']],
  [' a.pdf ', ['a.pdf']],
  ['/', []],
])('partsOfPath(%j) is %j', (name, parts) => {
  expect(partsOfPath(name)).toEqual(parts)
})

test.each([
  ['Röntgen.JPG', 'röntgen.jpg'],
  ['röntgen.jpg'.normalize('NFD'), 'RÖNTGEN.jpg'],
  ['Ångström.pdf', 'Ångström.pdf'],
  ['STRASSE.pdf', 'straße.pdf'],
])('foldFileName is the same for %j and %j', (one, other) => {
  expect(foldFileName(one)).toBe(foldFileName(other))
})

test('foldFileName differs for names with different letters', () => {
  expect(foldFileName('rontgen.jpg')).not.toBe(foldFileName('röntgen.jpg'))
})
