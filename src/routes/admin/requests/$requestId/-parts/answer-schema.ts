import { MAX_PREPARATION } from '#contract/text.ts'
import { MAX_ANSWER_TEXT } from '#contract/request.ts'
import { count, flag, lines, object, requiredLines, string, text } from '#contract/schemas/fields.ts'
import { momentInZone } from '#contract/zone.ts'

interface When {
  hasAppointment?: boolean | undefined
  day?: string | undefined
}

const neededWith = (test: (value: string, when: When) => boolean, name: string) =>
  string()
    .when('hasAppointment', ([has], schema) => (has ? schema.required('required') : schema))
    .test(name, name, (value, { parent }: { parent: When }) => !parent.hasAppointment || !value || test(value, parent))

export const answerFormSchema = object({
  text: requiredLines(MAX_ANSWER_TEXT),
  hasAppointment: flag(),
  day: neededWith((day) => momentInZone(day, '12:00') !== undefined, 'invalidDate'),
  time: neededWith((time, { day }) => !day || momentInZone(day, time) !== undefined, 'invalidTime'),
  durationMinutes: count(24 * 60).nullable(),
  place: text(),
  veterinarian: text(),
  preparation: lines(MAX_PREPARATION),
})
