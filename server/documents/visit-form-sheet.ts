import type { VisitForm } from '#contract/schemas/visit-form.ts'
import { formats } from './formats.ts'
import { type Parties, factsOf, filled, partiesOf } from './parties.ts'
import type { Part, Sheet } from '#server/pdf/sheet.ts'
import { VISIT_WORDS } from './words.ts'

export function visitFormSheet(form: VisitForm, parties: Parties): Sheet {
  const words = VISIT_WORDS[parties.language]
  const { day, count } = formats(parties.language)
  const { number, date, patientName, veterinarian, followUpDate, medication = [] } = form
  const texts = (['reason', 'findings', 'diagnosis', 'treatment', 'advice'] as const).flatMap((name): Part[] => {
    const text = form[name]?.trim()
    return text ? [{ kind: 'text', heading: words[name], text }] : []
  })
  return {
    ...partiesOf(parties),
    title: words.visitForm,
    name: filled(words.visitForm, number ?? day(date)).join(' '),
    facts: factsOf({
      [words.number]: number,
      [words.date]: day(date),
      [words.animal]: patientName,
      [words.veterinarian]: veterinarian,
      [words.followUp]: followUpDate && day(followUpDate),
    }),
    parts: [...texts, ...medicines()],
  }

  function medicines(): Part[] {
    if (medication.length === 0) return []
    // Empty columns are left out.
    const columns = [
      { label: words.product, cells: medication.map(({ product }) => product) },
      { label: words.dosage, cells: medication.map(({ dosage }) => dosage?.trim() ?? '') },
      {
        label: words.days,
        figures: true,
        cells: medication.map(({ days }) => (days === undefined ? '' : count(days))),
      },
    ].filter(({ cells }) => cells.some(Boolean))
    return [
      {
        kind: 'table',
        heading: words.medication,
        columns: columns.map(({ label, figures }) => ({ label, ...(figures && { figures }) })),
        rows: medication.map((_, row) => columns.map(({ cells }) => cells[row] ?? '')),
      },
    ]
  }
}
