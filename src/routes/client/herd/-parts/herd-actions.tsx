import Download from 'lucide-react/icons/download'
import FileText from 'lucide-react/icons/file-text'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { HerdMedicines } from '#contract/schemas/herd.ts'
import { PDF_ENTRIES } from '#contract/herd.ts'
import { type HerdFilter, getHerdFile, getHerdMedicines } from '#src/api/herd.ts'
import { downloadFile } from '#src/lib/files/open.ts'
import { fileName } from '#src/lib/files/save.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { SelectInput } from '#src/ui/forms/select-input.tsx'
import { flushSync } from 'react-dom'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'

interface HerdActionsProps {
  clientId: string
  filter: HerdFilter
  total: number
  /** Whether the shown data belong to another filter, which disables exports. */
  busy: boolean
  printing: Printing
}

/** Exports all entries of the filter, not only the current page, as CSV, as PDF or on paper. */
export function HerdActions({ clientId, filter, total, busy, printing }: HerdActionsProps) {
  const intl = useIntl()
  const [wanted, setPart] = useState(1)
  const parts = Math.ceil(total / PDF_ENTRIES)
  const part = Math.min(wanted, parts)
  const nameOf = (format: string) => {
    const title = intl.formatMessage({ id: 'client.logbook.medicine.title' })
    const ofPart = format === 'pdf' && parts > 1 ? String(part) : undefined
    const nameParts = [title, filter.startDate, filter.endDate, filter.ubn, filter.medicine, ofPart]
    return `${fileName(nameParts.filter(Boolean))}.${format}`
  }
  const csv = useAsyncAction(() => downloadFile(() => getHerdFile(clientId, filter, { format: 'csv' }), nameOf('csv')))
  const pdf = useAsyncAction(() =>
    downloadFile(() => getHerdFile(clientId, filter, { format: 'pdf', part }), nameOf('pdf')),
  )
  return (
    <div className="row">
      <Button variant="secondary" icon={Download} busy={busy || csv.busy} onClick={csv.run}>
        <FormattedMessage id="client.logbook.medicine.saveCsv" />
      </Button>
      {parts > 1 && (
        <SelectInput
          label={intl.formatMessage({ id: 'client.herd.part' })}
          value={String(part)}
          onChange={(chosen) => setPart(Number(chosen))}
          options={Array.from({ length: parts }, (_, index) => ({
            value: String(index + 1),
            label: intl.formatMessage({ id: 'client.herd.partOf' }, { part: index + 1, parts }),
          }))}
        />
      )}
      <Button variant="secondary" icon={FileText} busy={busy || pdf.busy} onClick={pdf.run}>
        <FormattedMessage id="client.herd.savePdf" />
      </Button>
      {total <= MAX_PRINTED && (
        <Button variant="secondary" icon={Printer} busy={busy || printing.busy} onClick={printing.print}>
          <FormattedMessage id="client.logbook.medicine.print" />
        </Button>
      )}
    </div>
  )
}

/** Maximum number of entries to print; longer lists are available as a PDF from the server. */
const MAX_PRINTED = 500

interface Printing {
  /** All entries while printing. */
  printed: Pick<HerdMedicines, 'content' | 'animals'> | undefined
  busy: boolean
  print: () => void
}

/** Prints all entries of a filter, although the screen shows one page of them. */
export function usePrinting(clientId: string, filter: HerdFilter): Printing {
  const [printed, setPrinted] = useState<Printing['printed']>()
  const { busy, run } = useAsyncAction(async (signal) => {
    const found: NonNullable<Printing['printed']> = { content: [], animals: [] }
    for (let page = 0, pages = 1; page < pages; page += 1) {
      const response = await getHerdMedicines(clientId, filter, { page, size: MAX_PAGE_SIZE }, { signal })
      found.content.push(...response.content)
      found.animals.push(...response.animals)
      pages = response.content.length === 0 ? 0 : response.page.totalPages
    }
    if (signal.aborted) return
    window.addEventListener('afterprint', () => setPrinted(undefined), { once: true })
    // `flushSync`, because the print dialog captures the rendered page.
    flushSync(() => setPrinted(found))
    window.print()
  })
  return { printed, busy, print: run }
}
