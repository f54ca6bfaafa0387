import { requestSettingsSchema } from '#contract/schemas/request.ts'
import { array, count, lines, object, string } from '#contract/schemas/fields.ts'
import { MAX_LINE, MAX_PRODUCT_LINES } from '#contract/text.ts'
import { MAX_ANSWER_TEXT } from '#contract/request.ts'
import { linesOf } from './values.ts'

const { hours, mailTo } = requestSettingsSchema.fields

/** Validation schema of the form, which has one product per line. */
export const settingsFormSchema = object({
  hours,
  mailTo,
  answerWithinDays: count(30).nullable(),
  seenWithinDays: count(30).min(1, 'invalidNumber').nullable(),
  templates: array(object({ text: lines(MAX_ANSWER_TEXT), kind: string() })),
  productsNotRepeated: lines(MAX_PRODUCT_LINES)
    .test('lines', 'tooLong', (text) => linesOf(text ?? '').every((line) => line.length <= MAX_LINE))
    .test('many', 'tooMany', (text) => linesOf(text ?? '').length <= 200),
})
