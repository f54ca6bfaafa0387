import { MAX_FORM_ANSWER, missingIn } from '#contract/form.ts'
import type { FormAnswer, FormField, FormTaskDetail } from '#contract/schemas/form.ts'
import type { LoadSchema } from '#src/ui/forms/validation.ts'

/** Form to fill in, with the circumstances on which its questions depend. */
export type FillableForm = Pick<FormTaskDetail, 'kind' | 'content' | 'facts' | 'species' | 'reason'>

type Value = string | number | null | readonly string[] | readonly number[][]
/** Values of the form. A question has the name `q` and its place, because an id may contain any character. */
export type Values = Readonly<Record<string, Value>> & { name: string; strokes: readonly number[][]; signBy: string }

export const nameOf = (place: number): string => `q${place}`
export const BY_ACCOUNT = 'account'

export function initialValues({ content, facts }: FillableForm): Values {
  const answers = content.fields.map((field, place) => [nameOf(place), emptyOf(field)])
  return { ...Object.fromEntries(answers), name: facts.clientName ?? '', strokes: [], signBy: 'drawn' }
}

function emptyOf({ type }: FormField): Value {
  if (type === 'number') return null
  return type === 'choices' || type === 'signature' ? [] : ''
}

/** Returns the answers as the API takes them. `photoIds` answers the question for photos. */
export function answersOf({ content }: FillableForm, values: Values, photoIds: readonly string[]): FormAnswer[] {
  return content.fields.flatMap((field, place): FormAnswer[] => {
    const part = partOf(field, values[nameOf(place)], photoIds)
    return part ? [{ field: field.id, ...part }] : []
  })
}

function partOf(
  { type }: FormField,
  value: unknown,
  photoIds: readonly string[],
): Omit<FormAnswer, 'field'> | undefined {
  if (type === 'photo') return photoIds.length > 0 ? { photoIds: [...photoIds] } : undefined
  if (type === 'number') return typeof value === 'number' ? { number: value } : undefined
  if (type === 'choices') return Array.isArray(value) && value.length > 0 ? { choices: value.map(String) } : undefined
  if (type === 'signature') return { strokes: strokesIn(value) }
  if (typeof value !== 'string' || value === '') return undefined
  if (type === 'choice') return { choices: [value] }
  return type === 'date' ? { date: value } : { text: value }
}

export const strokesIn = (value: unknown): number[][] =>
  Array.isArray(value) ? value.filter((stroke) => Array.isArray(stroke)).map((stroke) => stroke.map(Number)) : []

/** Names the field of the form for the JSON pointer of the API. */
export function fieldOfPointer({ content }: FillableForm, pointer: string): string {
  const [, part, id = ''] = pointer.split('/')
  const place = content.fields.findIndex((field) => field.id === id)
  return part === 'answers' && place >= 0 ? nameOf(place) : id
}

interface Flag {
  path: string
  message: string
}

/** Returns the check of the form: the rule of the contract, by which the server judges too. */
export const schemaOf =
  (form: FillableForm, photoCount: () => number): LoadSchema =>
  async () => ({
    async validate(typed: unknown) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form passes its own values
      const values = typed as Values
      // The ids do not matter here; the number of photos does.
      const photoIds = Array.from({ length: photoCount() }, String)
      const { name, strokes, signBy } = values
      const given = {
        answers: answersOf(form, values, photoIds),
        signature: { name, strokes: strokesIn(strokes) },
        isConfirmed: signBy === BY_ACCOUNT,
      }
      const missing = missingIn(form, given, form)
      const inner = missing.map(({ pointer, code }): Flag => ({ path: fieldOfPointer(form, pointer), message: code }))
      for (const [path, value] of Object.entries(values))
        if (typeof value === 'string' && value.length > MAX_FORM_ANSWER) inner.push({ path, message: 'tooLong' })
      if (inner.length > 0) throw Object.assign(new Error('The form is not complete'), { inner })
      return values
    },
  })
