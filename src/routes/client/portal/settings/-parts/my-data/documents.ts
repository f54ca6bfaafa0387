import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { IntlShape } from 'react-intl'
import type { Invoice } from '#src/api/invoices.ts'
import type { Attachment } from '#src/api/attachments.ts'
import { type MyData, documentLists, listTitle, photosOf } from './data.ts'
import { safeName } from './file-names.ts'

/** Something that has a file, or should have one. */
export interface DocumentFile {
  list: string
  uuid: string
  /** What it is called in the overview. */
  title: string
  folder: string
  /** Of its file, without the end. */
  name: string
  fileName: string | undefined
  mimeType: string | undefined
}

type AnyDocument = Partial<Omit<Invoice, 'status'> & VisitForm & Attachment> & { uuid: string; date?: string }

/**
 * All that may have a file: an invoice and a photo of a request always, a visit form where something of a file is
 * known of it.
 */
export function documentsOf(data: MyData, intl: IntlShape): DocumentFile[] {
  const lists = [...documentLists(data), ['requests', photosOf(data.requests ?? [])] as const]
  return lists.flatMap(([list, records]) => {
    const listName = listTitle(list, intl)
    const folder = safeName([listName])
    const all: readonly AnyDocument[] = records
    return all.flatMap((record): DocumentFile[] => {
      const { uuid, date, number, name, patientName, fileName, mimeType, url } = record
      if (list === 'visit-forms' && !url && !fileName) return []
      const what = [
        name || number || fileName?.replace(/\.\w+$/, ''),
        name?.includes(patientName ?? '') ? '' : patientName,
      ]
      return [
        {
          list,
          uuid,
          title: [listName, date, ...what].filter(Boolean).join(', '),
          folder,
          name: safeName([date, ...what]) || safeName([uuid]),
          fileName,
          mimeType,
        },
      ]
    })
  })
}
