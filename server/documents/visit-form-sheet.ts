import type { VisitForm } from '#contract/schemas/visit-form.ts'
import type { Sheet } from '#server/pdf/sheet.ts'
import { textsIn } from '#server/texts.ts'
import { type Parties, factsOf, filled, partiesOf, tableOf, textParts } from './parties.ts'

export function visitFormSheet(form: VisitForm, parties: Parties): Sheet {
  const { text, day, count } = textsIn(parties.language)
  const { number, date, patientName, veterinarian, followUpDate, medication = [] } = form
  const title = text('documents.visit.title')
  return {
    ...partiesOf(parties),
    title,
    name: filled(title, number ?? day(date)).join(' '),
    facts: factsOf({
      [text('client.visitForms.number')]: number,
      [text('client.visitForms.date')]: day(date),
      [text('client.visitForms.animal')]: patientName,
      [text('documents.visit.veterinarian')]: veterinarian,
      [text('documents.visit.followUp')]: followUpDate && day(followUpDate),
    }),
    parts: [
      ...textParts({
        [text('documents.visit.reason')]: form.reason,
        [text('client.visitForms.findings')]: form.findings,
        [text('client.visitForms.diagnosis')]: form.diagnosis,
        [text('client.visitForms.treatment')]: form.treatment,
        [text('client.visitForms.advice')]: form.advice,
      }),
      ...tableOf(
        medication,
        [
          { label: text('client.logbook.field.product'), cell: ({ product }) => product },
          { label: text('client.logbook.field.dosage'), cell: ({ dosage }) => dosage?.trim() },
          { label: text('documents.visit.days'), figures: true, cell: ({ days }) => days !== undefined && count(days) },
        ],
        { heading: text('client.visitForms.medication') },
      ),
    ],
  }
}
