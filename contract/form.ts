import { foldText } from './fold-name.ts'
import type { Language } from './languages.ts'
import type { Species } from './patient.ts'
import type { FormAnswer, FormContent, FormField, FormRule, FormSignature, Translated } from './schemas/form.ts'

// Forms that a practice asks owners to fill in before a visit. Visit forms are another noun: reports of past visits.

/** `consent` ends with a signature, and can be withdrawn. */
export const FORM_KINDS = ['form', 'consent'] as const
export type FormKind = (typeof FORM_KINDS)[number]

/**
 * States of a form that was asked for. `withdrawn`: the owner withdrew a consent. `cancelled`: the practice no longer
 * asks for the form. `lapsed`: its appointment is over, was cancelled or was removed.
 */
export const FORM_STATES = ['asked', 'complete', 'withdrawn', 'cancelled', 'lapsed'] as const
export type FormState = (typeof FORM_STATES)[number]
/** States that are stored. `lapsed` follows from the appointment. */
export type StoredFormState = Exclude<FormState, 'lapsed'>

export const FIELD_TYPES = ['text', 'lines', 'choice', 'choices', 'date', 'number', 'photo', 'signature'] as const
export type FieldType = (typeof FIELD_TYPES)[number]
export const CHOICE_TYPES = ['choice', 'choices'] as const satisfies readonly FieldType[]

/** Data of the record that a field shows instead of asking for it. */
export const FORM_FACTS = [
  'clientName',
  'address',
  'phone',
  'email',
  'patientName',
  'species',
  'breed',
  'birthDate',
  'chipNumber',
  'weight',
] as const
export type FormFact = (typeof FORM_FACTS)[number]
export type FormFacts = Partial<Record<FormFact, string | undefined>>
/** Types of fields that may show a fact. */
export const FACT_TYPES = ['text', 'date'] as const satisfies readonly FieldType[]

export const CONDITION_KINDS = ['species', 'reason', 'answer'] as const

export const MAX_FIELDS = 60
export const MAX_CHOICES = 30
export const MAX_FORMS = 50
export const MAX_FORM_TITLE = 120
export const MAX_FORM_TEXT = 8000
export const MAX_FIELD_LABEL = 500
export const MAX_FIELD_HELP = 2000
export const MAX_UNIT = 20
export const MAX_FORM_ANSWER = 4000
export const MAX_FORM_PHOTOS = 4
export const MAX_RULE_WORDS = 20
/** Days before an appointment at which its forms are asked for. */
export const ASK_DAYS = 14
/** Maximum animals of an appointment that each get a form of their own. A herd gets one form. */
export const MAX_ASKED_ANIMALS = 5
/** Maximum number of forms that wait for one client. */
export const MAX_OPEN_FORMS = 50

/** A drawn signature: strokes of points `x, y, x, y, …` within this width and height. */
export const SIGNATURE = { width: 1000, height: 400 } as const
export const MAX_STROKES = 100
export const MAX_STROKE_NUMBERS = 2000
/** Minimum width or height of a signature, so that a dot is not a signature. */
const MIN_SIGNATURE = 40

/** How a signature was given. */
export const SIGNATURE_METHODS = ['drawn', 'password', 'passkey'] as const

/** Returns a text in a language, or in Dutch if the translation is missing. */
export const translated = (texts: Translated, language: Language): string => texts[language]?.trim() || texts.nl

/** Circumstances of a form that was asked for, on which its fields depend. */
export interface FormContext {
  species?: Species | undefined
  /** Reason of the appointment. */
  reason?: string | undefined
  facts: FormFacts
}

/** Whether a reason contains one of the words, whatever their case and diacritics. */
export const hasReason = (reason: string | undefined, words: readonly string[]): boolean => {
  const folded = foldText(reason ?? '')
  return words.some((word) => foldText(word) !== '' && folded.includes(foldText(word)))
}

/** Returns the animals of an appointment for which a rule asks; `null` stands for the client without an animal. */
export function askedAnimals(
  rule: FormRule,
  { reason, animals }: { reason: string; animals: readonly { uuid: string; species?: Species | undefined }[] },
): (string | null)[] {
  if (rule.reasons.length > 0 && !hasReason(reason, rule.reasons)) return []
  const matching = animals.filter(
    ({ species }) => rule.species.length === 0 || (species !== undefined && rule.species.includes(species)),
  )
  if (matching.length === 0) return rule.species.length === 0 ? [null] : []
  return matching.length > MAX_ASKED_ANIMALS ? [null] : matching.map(({ uuid }) => uuid)
}

type Answers = ReadonlyMap<string, FormAnswer>
const byField = (answers: readonly FormAnswer[]): Answers => new Map(answers.map((answer) => [answer.field, answer]))

/**
 * Returns the fields that are shown. A condition on an answer counts only if its field is shown. Conditions refer to
 * earlier fields, so one pass decides every field.
 */
export function shownFields(content: FormContent, answers: readonly FormAnswer[], context: FormContext): FormField[] {
  const given = byField(answers)
  const shown = new Set<string>()
  return content.fields.filter(({ id, shownIf }) => {
    const isShown = shownIf === undefined || isMet(shownIf, { given, shown, context })
    if (isShown) shown.add(id)
    return isShown
  })
}

function isMet(
  { by, field = '', values }: NonNullable<FormField['shownIf']>,
  { given, shown, context }: { given: Answers; shown: ReadonlySet<string>; context: FormContext },
): boolean {
  if (by === 'species') return context.species !== undefined && values.includes(context.species)
  if (by === 'reason') return hasReason(context.reason, values)
  const chosen = shown.has(field) ? (given.get(field)?.choices ?? []) : []
  return chosen.some((choice) => values.includes(choice))
}

/** Whether the record has the fact of a field, which is then shown and not asked for. */
export const isKnown = ({ fact }: FormField, { facts }: FormContext): boolean =>
  fact !== undefined && Boolean(facts[fact]?.trim())

/** Whether drawn strokes are large enough to be a signature. */
export function isSignature(strokes: readonly (readonly number[])[] | undefined): boolean {
  const points = (strokes ?? []).flat()
  const span = (parity: 0 | 1) => {
    const along = points.filter((_, index) => index % 2 === parity)
    return along.length === 0 ? 0 : Math.max(...along) - Math.min(...along)
  }
  return span(0) >= MIN_SIGNATURE || span(1) >= MIN_SIGNATURE
}

/** A field that prevents the completion of a form: its JSON pointer in the submission, and a validation code. */
export interface MissingField {
  pointer: string
  code: 'required' | 'unknownValue' | 'invalidNumber'
}

interface Given {
  answers: readonly FormAnswer[]
  /** Signature at the end of a consent. */
  signature?: FormSignature | undefined
  /** Whether the account confirms the signature with its password or passkey. */
  isConfirmed?: boolean
}

export const answerPointer = (field: string): string => `#/answers/${field}`

/**
 * Returns what prevents the completion of a form; empty if the form is complete. Portal and server use the same rule.
 */
export function missingIn(
  { kind, content }: { kind: FormKind; content: FormContent },
  { answers, signature, isConfirmed = false }: Given,
  context: FormContext,
): MissingField[] {
  const given = byField(answers)
  const missing: MissingField[] = []
  for (const field of shownFields(content, answers, context)) {
    if (isKnown(field, context)) continue
    const code = faultOf(field, given.get(field.id))
    if (code !== undefined) missing.push({ pointer: answerPointer(field.id), code })
  }
  if (kind !== 'consent') return missing
  if (!signature?.name?.trim()) missing.push({ pointer: '#/signature/name', code: 'required' })
  if (!isConfirmed && !isSignature(signature?.strokes))
    missing.push({ pointer: '#/signature/strokes', code: 'required' })
  return missing
}

function faultOf(field: FormField, answer: FormAnswer | undefined): MissingField['code'] | undefined {
  if (answer === undefined || isEmptyAnswer(field, answer)) return field.required === true ? 'required' : undefined
  if (field.type === 'number') {
    const { number = Number.NaN } = answer
    return number >= (field.min ?? -Infinity) && number <= (field.max ?? Infinity) ? undefined : 'invalidNumber'
  }
  if (!isChoice(field.type)) return undefined
  const { choices = [] } = answer
  const known = new Set(field.choices?.map(({ id }) => id))
  const isOne = field.type === 'choices' || choices.length === 1
  return isOne && choices.every((choice) => known.has(choice)) ? undefined : 'unknownValue'
}

export const isChoice = (type: FieldType): boolean => CHOICE_TYPES.some((each) => each === type)

/** Whether an answer lacks the part that belongs to the type of its field. */
function isEmptyAnswer({ type }: FormField, answer: FormAnswer): boolean {
  switch (type) {
    case 'text':
    case 'lines':
      return !answer.text?.trim()
    case 'choice':
    case 'choices':
      return !answer.choices?.length
    case 'date':
      return !answer.date
    case 'number':
      return answer.number === undefined
    case 'photo':
      return !answer.photoIds?.length
    case 'signature':
      return !isSignature(answer.strokes)
  }
}

/** Returns the answers of shown fields, each with only the part that belongs to the type of its field. */
export function acceptedAnswers(
  content: FormContent,
  answers: readonly FormAnswer[],
  context: FormContext,
): FormAnswer[] {
  const given = byField(answers)
  return shownFields(content, answers, context).flatMap((field) => {
    const answer = given.get(field.id)
    if (answer === undefined || isKnown(field, context) || isEmptyAnswer(field, answer)) return []
    return [{ field: field.id, ...partOf(field, answer) }]
  })
}

function partOf({ type }: FormField, answer: FormAnswer): Omit<FormAnswer, 'field'> {
  switch (type) {
    case 'text':
    case 'lines':
      return { text: answer.text?.trim() }
    case 'choice':
    case 'choices':
      return { choices: [...new Set(answer.choices)] }
    case 'date':
      return { date: answer.date }
    case 'number':
      return { number: answer.number }
    case 'photo':
      return { photoIds: answer.photoIds?.map((id) => id.toLowerCase()) }
    case 'signature':
      return { strokes: answer.strokes }
  }
}

interface ContentFault {
  pointer: string
  code: 'required' | 'unknownValue' | 'invalidNumber'
}

/** Returns what is wrong with the fields of a form, which may have one question for photos; empty if the form can be published. */
export function faultsOfContent({ fields }: Pick<FormContent, 'fields'>): ContentFault[] {
  const faults: ContentFault[] = []
  const choicesOf = new Map<string, ReadonlySet<string>>()
  for (const [index, field] of fields.entries()) {
    const at = `#/content/fields/${index}`
    const fault = (part: string, code: ContentFault['code']) => void faults.push({ pointer: `${at}/${part}`, code })
    if (choicesOf.has(field.id)) fault('id', 'unknownValue')
    const choices = field.choices?.map(({ id }) => id) ?? []
    if (isChoice(field.type) && choices.length === 0) fault('choices', 'required')
    if (new Set(choices).size < choices.length) fault('choices', 'unknownValue')
    if ((field.min ?? -Infinity) > (field.max ?? Infinity)) fault('max', 'invalidNumber')
    if (field.type === 'photo' && fields.findIndex(({ type }) => type === 'photo') < index)
      fault('type', 'unknownValue')
    if (field.fact !== undefined && !FACT_TYPES.some((type) => type === field.type)) fault('fact', 'unknownValue')
    if (field.shownIf?.by === 'answer') {
      const known = choicesOf.get(field.shownIf.field ?? '')
      if (!known || known.size === 0) fault('shownIf/field', 'unknownValue')
      else if (!field.shownIf.values.every((value) => known.has(value))) fault('shownIf/values', 'unknownValue')
    }
    choicesOf.set(field.id, new Set(isChoice(field.type) ? choices : []))
  }
  return faults
}

interface Visit {
  status: string
  endsAt: string
}

/** Returns the state of a form. `appointment` is null if the appointment of the form no longer exists. */
export function stateOfForm(
  { state, appointment }: { state: StoredFormState; appointment: Visit | null | undefined },
  now: Date,
): FormState {
  if (state !== 'asked' || appointment === undefined) return state
  const isOpen = appointment?.status === 'BOOKED' && Date.parse(appointment.endsAt) >= now.getTime()
  return isOpen ? 'asked' : 'lapsed'
}

/** Whether an owner can withdraw a consent: until the visit is recorded. Without a visit, there is no limit. */
export const canWithdraw = ({
  kind,
  state,
  isRecorded,
}: {
  kind: FormKind
  state: FormState
  /** Whether the appointment is done, or a visit form of that day or later exists. */
  isRecorded: boolean
}): boolean => kind === 'consent' && state === 'complete' && !isRecorded
