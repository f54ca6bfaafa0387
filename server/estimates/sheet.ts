import { type EstimateOutcome, estimateSum } from '#contract/estimate.ts'
import { lineCents, vatByRate } from '#contract/line-items.ts'
import type { EstimateContent, EstimateLine } from '#contract/schemas/estimate.ts'
import { sentence } from '#contract/text.ts'
import { localClock } from '#contract/zone.ts'
import { type Parties, factsOf, filled, tableOf, textParts, tradePartiesOf } from '#server/documents/parties.ts'
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
      ...tableOfLines(lines, texts),
      sumsOf(lines, texts),
      ...filled(
        answer && answerSentence(answer, texts),
        text('documents.estimate.inclusive'),
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

function tableOfLines(lines: readonly EstimateLine[], texts: Texts): Part[] {
  const { text, shortDay, percent, count } = texts
  return tableOf(lines, [
    { label: text('documents.estimate.date'), cell: ({ date }) => date && shortDay(date) },
    { label: text('client.visitForms.animal'), cell: ({ patientName }) => patientName },
    { label: text('documents.estimate.description'), weight: 3, cell: ({ description }) => description },
    {
      label: text('documents.estimate.quantity'),
      figures: true,
      cell: ({ quantity, unit }) => quantity !== undefined && filled(count(quantity), unit).join(' '),
    },
    {
      label: text('documents.invoice.vat'),
      figures: true,
      cell: ({ vatRate }) => vatRate !== undefined && percent(vatRate),
    },
    {
      label: text('documents.estimate.amount'),
      figures: true,
      cell: ({ amount, amountTo }) =>
        rangeOf({ from: lineCents({ amount }), to: lineCents({ amount: amountTo ?? amount }) }, texts),
    },
  ])
}

const rangeOf = ({ from, to }: { from: number; to: number }, { money }: Texts): string =>
  from === to ? money(from / 100) : `${money(from / 100)} – ${money(to / 100)}`

/** Returns the VAT by rate, which a range has none of, and the total. */
function sumsOf(lines: readonly EstimateLine[], texts: Texts): Part {
  const { text, money, percent } = texts
  const sum = estimateSum(lines)
  const rates = sum.from === sum.to ? vatByRate(lines).filter(({ rate }) => rate !== null && rate > 0) : []
  return {
    kind: 'sums',
    rows: [
      ...rates.map(({ rate, vat }) => ({
        label: text('documents.estimate.vatIncluded', { rate: percent(rate ?? 0) }),
        value: money(vat / 100),
      })),
      { label: text('documents.invoice.totalInclVat'), value: rangeOf(sum, texts), strong: true },
    ],
  }
}
