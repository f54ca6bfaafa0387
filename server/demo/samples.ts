import type { ExportRecord } from '#server/import/records.ts'
import { documentKey } from '#server/documents/types.ts'

/** Files for the attachments of a demo, by name. */
export type Samples = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** A file with its storage key. */
export type SampleFile = [key: string, content: Uint8Array<ArrayBuffer>]

interface WithSamples {
  records: ExportRecord[]
  files: SampleFile[]
}

const OWNER = 'owner@mail.example'

/** Gives each attachment of the showcase owner the sample file that its name begins with. */
export function withSamples(records: ExportRecord[], samples: Samples): WithSamples {
  const owner = records.find((record) => record.record === 'client' && record.email === OWNER)
  const files: WithSamples['files'] = []
  const changed = records.map((record) => {
    if (record.record !== 'attachment' || owner?.record !== 'client' || record.clientUuid !== owner.uuid) return record
    const content = samples.get(record.fileName?.replace(/-\d{4}-\d{2}-\d{2}(?=\.\w+$)/, '') ?? '')
    if (!content) return record
    files.push([documentKey({ type: 'attachment', uuid: record.uuid }), content])
    return { ...record, sizeBytes: content.length }
  })
  return { records: changed, files }
}
