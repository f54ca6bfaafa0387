import type { EstimateOutcome } from '#contract/estimate-states.ts'
import { estimateSum } from '#contract/estimate.ts'
import { invoiceVat } from '#contract/line-items.ts'
import type { EstimateContent, EstimateLine } from '#contract/schemas/estimate.ts'
import { sentence } from '#contract/text.ts'
import { localClock } from '#contract/zone.ts'
import { lineTables, rangeText, vatTable } from '#server/documents/line-tables.ts'
import { type Parties, factsOf, filled, textParts, tradePartiesOf } from '#server/documents/parties.ts'
import type { Part, Sheet } from '#server/pdf/sheet.ts'
import { type Texts, textsIn } from '#server/texts.ts'
import type { Terms } from './settings.ts'

interface Shown {
  content: EstimateContent
  terms: Terms
  contentHash: string
  /** The answer with which the document is stored. */
  answer?: { outcome: EstimateOutcome; by: string; at: string } | undefined
}

export function estimateSheet({ content, terms, contentHash, answer }: Shown, parties: Parties): Sheet {
  const texts = textsIn(parties.language)
  const { text, day } = texts
  const { number, date, validUntil, patientName, reason, lines } = content
  const title = text('documents.estimate.title')
  const sum = estimateSum(lines)
  return {
    ...tradePartiesOf(parties),
    title,
    name: filled(title, number).join(' '),
    facts: factsOf({
      [text('documents.estimate.number')]: number,
      [text('documents.estimate.date')]: day(date),
      [text('documents.estimate.validUntil')]: day(validUntil),
      [text('documents.invoice.clientNumber')]: parties.client.clientNumber,
    }),
    parts: [
      ...textParts({
        [text('client.visitForms.animal')]: patientName,
        [text('documents.estimate.reason')]: reason,
        [text('documents.estimate.explanation')]: content.text,
      }),
      ...lineTables(lines, date, texts),
      ...vatOf(lines, texts),
      {
        kind: 'sums',
        rows: [{ label: text('documents.invoice.totalInclVat'), value: rangeText(sum, texts), strong: true }],
      },
      ...filled(
        answer && answerSentence(answer, texts),
        text('documents.estimate.inclusive'),
        sum.from === sum.to ? undefined : text('documents.estimate.range'),
        terms.confirmation,
        filled(terms.emergency, terms.phone && sentence(text('documents.estimate.phone', { phone: terms.phone }))).join(
          ' ',
        ),
        text('documents.estimate.hash', { hash: contentHash }),
      ).map((note): Part => ({ kind: 'note', text: note })),
    ],
  }
}

function answerSentence({ outcome, by, at }: NonNullable<Shown['answer']>, { text, day }: Texts): string {
  const { day: date, time } = localClock(new Date(at))
  return text(`documents.estimate.answered.${outcome}`, { by, day: day(date), time })
}

/** Returns the VAT by rate, at both ends of a range. */
function vatOf(lines: readonly EstimateLine[], texts: Texts): Part[] {
  const vat = invoiceVat({ lines })
  const highest = invoiceVat({
    lines: lines.map(({ amountTo, ...line }) => ({ ...line, amount: amountTo ?? line.amount })),
  })
  return vat && highest ? [vatTable(vat, texts, highest)] : []
}
