import { addDays } from '#contract/dates.ts'
import type { Estimate, EstimateBody } from '#contract/schemas/estimate.ts'
import { type FieldErrors, flagsOf } from '#src/ui/forms/validation.ts'
import { today } from '#src/lib/dates.ts'
import { type LineValue, emptyLine, isEmptyLine, lineOf, typedNumber, valueOfLine } from './line-values.ts'

/** Days that a new estimate is valid by default. */
const VALID_DAYS = 30

export interface EstimateValues {
  patientUuid: string
  reason: string
  number: string
  validUntil: string
  text: string
  lines: LineValue[]
}

/** Context of the form that is not typed. */
export interface EstimateContext {
  clientUuid: string
  /** Estimate that is changed; undefined for a new one. */
  former: Estimate | undefined
  patients: readonly { uuid: string; name: string }[]
  /** Decimal symbol of the language. */
  symbol: string
}

export function valuesOf({ former, patients, symbol }: EstimateContext): EstimateValues {
  if (!former)
    return {
      patientUuid: (patients.length === 1 && patients[0]?.uuid) || '',
      reason: '',
      number: '',
      validUntil: addDays(today(), VALID_DAYS),
      text: '',
      lines: [emptyLine(0)],
    }
  return {
    patientUuid: former.patientUuid ?? '',
    reason: former.reason,
    number: former.number ?? '',
    validUntil: former.validUntil,
    text: former.text ?? '',
    lines: former.lines.map((line, id) => valueOfLine(line, id, symbol)),
  }
}

export function bodyOf(
  values: EstimateValues,
  { clientUuid, former, patients, symbol }: EstimateContext,
): EstimateBody {
  const patient = patients.find(({ uuid }) => uuid === values.patientUuid)
  return {
    clientUuid,
    number: values.number.trim() || undefined,
    date: former?.date ?? today(),
    validUntil: values.validUntil,
    patientUuid: patient?.uuid,
    // An imported estimate may name an animal that is not in the records.
    patientName: patient?.name ?? (former?.patientUuid ? undefined : former?.patientName),
    reason: values.reason.trim(),
    text: values.text.trim() || undefined,
    currency: former?.currency,
    lines: filledLines(values).map((line) => lineOf(line, symbol)),
    withdrawn: false,
    formerHash: former?.contentHash,
  }
}

const filledLines = ({ lines }: Pick<EstimateValues, 'lines'>) => lines.filter((line) => !isEmptyLine(line))

/** Maps error paths of the body to the fields of the form, where empty lines are between the others. */
export function atFields(errors: FieldErrors, values: EstimateValues): FieldErrors {
  const filled = filledLines(values)
  return Object.fromEntries(
    Object.entries(errors).map(([path, flag]) => {
      const [field = '', index, part] = path.split(/[.[\]/]+/)
      const line = index === undefined ? undefined : filled[Number(index)]
      if (field !== 'lines' || !line) return [field === 'date' ? 'validUntil' : path, flag]
      // An error of the whole line is that of its range.
      const name = part === 'amount' ? 'unitPrice' : part || 'amountTo'
      return [lineField(values.lines.indexOf(line), name), flag]
    }),
  )
}

export const lineField = (index: number, field: string) => `lines[${index}].${field}`

/** Returns a schema that validates the estimate of the form with the server's schema. */
export async function schemaOf(context: EstimateContext) {
  const { estimateBodySchema } = await import('#contract/schemas/estimate.ts')
  return {
    async validate(values: EstimateValues) {
      const body = bodyOf(values, context)
      const errors = await estimateBodySchema.validate(body, { abortEarly: false }).then(() => ({}), flagsOf)
      const past = body.validUntil !== '' && body.validUntil < today() && { validUntil: 'dateTooEarly' }
      const noPrice = values.lines.flatMap((line, index) =>
        isEmptyLine(line) || typedNumber(line.unitPrice, context.symbol) !== undefined
          ? []
          : [[lineField(index, 'unitPrice'), 'required'] as const],
      )
      const empty = filledLines(values).length === 0 && { [lineField(0, 'description')]: 'required' }
      const inner = Object.entries({
        ...atFields({ ...past, ...errors }, values),
        ...Object.fromEntries(noPrice),
        ...empty,
      })
      if (inner.length === 0) return
      throw Object.assign(new Error('Invalid'), { inner: inner.map(([path, message]) => ({ path, message })) })
    },
  }
}
