import { useState } from 'react'
import { type CsvKind, csvFieldType } from '#contract/csv-import.ts'
import type { CsvImport, CsvMapping } from '#contract/schemas/csv-import.ts'
import { readCsvMapping } from '#src/api/csv-imports.ts'
import { draftOf } from '#src/session/drafts.ts'

const mappingDraft = (practiceId: string, file: CsvImport) => draftOf('csv-mapping', practiceId, file.id)

/** Whether the tab has edits of a file's mapping that no dry run has used. */
export const hasMappingDraft = (practiceId: string, file: CsvImport): boolean =>
  mappingDraft(practiceId, file).read() !== undefined

/** Mapping of a file while a person edits it. The edits survive a reload, and end with `discard`. */
export function useMapping(practiceId: string, file: CsvImport) {
  const draft = mappingDraft(practiceId, file)
  const [edited, setEdited] = useState(() => {
    const kept = draft.read()
    return kept && readCsvMapping(kept.values)
  })
  const [isRestored, setRestored] = useState(edited !== undefined)
  const names = new Set(file.columns.map(({ name }) => name))
  // Another encoding or delimiter gives the columns other names.
  const isUsable = edited?.columns.every(({ column }) => names.has(column))
  const mapping = !edited
    ? file.mapping
    : isUsable
      ? { ...edited, format: file.format }
      : mappingForKind(file, edited.kind, { ...file.mapping, kind: edited.kind })

  return {
    mapping,
    /** Whether the edits come from before a reload or another visit of the page. */
    isRestored,
    change(changed: CsvMapping) {
      setEdited(changed)
      draft.keep({ values: changed, base: file.mapping })
    },
    discard() {
      setEdited(undefined)
      setRestored(false)
      draft.forget()
    },
  }
}

/** Returns the mapping for a kind: the suggestion, otherwise the columns whose field the kind also has. */
export function mappingForKind({ suggestions }: CsvImport, kind: CsvKind, current: CsvMapping): CsvMapping {
  const suggested = suggestions.find((one) => one.kind === kind)
  const has = ({ field }: { field: string }) => csvFieldType(kind, field) !== undefined
  return suggested ?? { ...current, kind, columns: current.columns.filter(has), values: current.values.filter(has) }
}
