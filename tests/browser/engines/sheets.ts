import { inflateSync } from 'node:zlib'

/** Returns the number of pages of a PDF, also with compressed objects. */
export function sheetsOf(pdf: Buffer): number {
  const text = pdf.toString('latin1')
  const packed = [...text.matchAll(/\/ObjStm\b[^>]*>>\s*stream\r?\n/g)].map(({ index, 0: head }) => {
    const start = index + head.length
    return inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1')
  })
  return [text, ...packed].join('\n').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
