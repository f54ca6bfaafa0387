import { BoundedMap } from '#server/http/bounded-map.ts'

/** A picture as pdfkit opens it. Of a JPEG there is nothing to decode. */
export interface PdfPicture {
  width: number
  height: number
  imgData?: Uint8Array | null | undefined
  alphaChannel?: Uint8Array
  finalize?(): void
}

declare global {
  namespace PDFKit.Mixins {
    // What pdfkit can do, and its types do not tell.
    interface PDFImage {
      openImage(bytes: Uint8Array): PdfPicture
      image(picture: PdfPicture, x: number, y: number, options: { fit: [number, number] }): this
    }
    interface StructureElementOptions {
      /** Left, top, right and bottom. */
      bbox?: [number, number, number, number]
      scope?: 'Column' | 'Row'
    }
  }
}

const MOST_KEPT = 8
const decoded = new BoundedMap<string, Pick<PdfPicture, 'imgData' | 'alphaChannel'>>(MOST_KEPT)

/** Lets pdfkit decode a logo once, not for each document: with an alpha channel it takes longer than all else that is drawn. */
export function decodeOnce(picture: PdfPicture, url: string): void {
  const { finalize } = picture
  if (!finalize) return
  const known = decoded.get(url)
  if (known) {
    const use = () => finalize.call(Object.assign(picture, known))
    // Its ways to decode a PNG that a PDF cannot hold as it is; each ends with `finalize`.
    Object.assign(picture, { splitAlphaChannel: use, loadIndexedAlphaChannel: use, decodeData: use })
    return
  }
  picture.finalize = () => {
    const { imgData, alphaChannel } = picture
    decoded.set(url, { imgData, ...(alphaChannel && { alphaChannel }) })
    finalize.call(picture)
  }
}
