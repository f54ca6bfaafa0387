import type { IsoDate } from './dates.ts'
import type { EstimateOutcome, EstimateState } from './estimate-states.ts'
import { centsOf } from './invoice.ts'
import { sumOfLines } from './line-items.ts'
import type { EstimateContent, EstimateLine } from './schemas/estimate.ts'
import { cleanLine, cleanText } from './text.ts'

// One rule for estimates, for the portal, the PDF, the mails and the database.

export const MAX_ESTIMATE_TEXT = 4000
export const MAX_ESTIMATE_ANSWER = 2000
export const MAX_ESTIMATE_SENTENCE = 500
/** Days before an open estimate lapses on which owner and practice get a reminder. */
export const ESTIMATE_REMINDER_DAYS = 3

interface Facts {
  validUntil: IsoDate
  withdrawnAt?: string | null | undefined
  /** Answer to the present content; an answer to former content is void. */
  answer?: { outcome: EstimateOutcome } | null | undefined
}

/** Returns the state on a day in the practices' time zone. An estimate lapses on the day after `validUntil`. */
export function estimateStateOf({ validUntil, withdrawnAt, answer }: Facts, today: IsoDate): EstimateState {
  if (withdrawnAt) return 'withdrawn'
  if (answer) return answer.outcome
  return validUntil < today ? 'lapsed' : 'open'
}

export interface EstimateSum {
  from: number
  /** Equals `from` without a range. */
  to: number
}

/** Returns the sum of the lines in integer cents, with VAT. */
export const estimateSum = (lines: readonly Pick<EstimateLine, 'amount' | 'amountTo'>[]): EstimateSum => ({
  from: sumOfLines(lines),
  to: sumOfLines(lines.map(({ amount, amountTo }) => ({ amount: amountTo ?? amount }))),
})

const wordsOf = (text: string | null | undefined) => cleanText(text ?? '') || null
const lineOf = (text: string | null | undefined) => cleanLine(text ?? '') || null
const numberOf = (value: number | null | undefined) => (value == null ? null : value + 0)

/** With the id of the animal, its name may change without a change of the content. */
const animalOf = ({ patientUuid, patientName }: Pick<EstimateLine, 'patientUuid' | 'patientName'>) =>
  patientUuid ? { uuid: patientUuid.toLowerCase() } : lineOf(patientName)

/**
 * Returns the content to which an answer is bound, as a text to hash. Each change with a meaning changes the text. The
 * order of fields, the notation of numbers, and white space at the ends do not.
 */
export const boundContent = (estimate: EstimateContent): string =>
  JSON.stringify([
    lineOf(estimate.number),
    estimate.date,
    estimate.validUntil,
    animalOf(estimate),
    lineOf(estimate.reason),
    wordsOf(estimate.text),
    estimate.currency ?? 'EUR',
    estimate.lines.map((line) => [
      line.date ?? null,
      animalOf(line),
      wordsOf(line.description),
      numberOf(line.quantity),
      lineOf(line.unit),
      numberOf(line.unitPrice),
      centsOf(line.discount),
      numberOf(line.vatRate),
      centsOf(line.amount),
      centsOf(line.amountTo ?? line.amount),
    ]),
  ])
