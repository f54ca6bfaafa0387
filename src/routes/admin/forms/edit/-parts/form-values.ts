import { FACT_TYPES, type FieldType, type FormFact, type FormKind, isChoice } from '#contract/form.ts'
import { SPECIES, type Species } from '#contract/patient.ts'
import type { FormBody, FormField } from '#contract/schemas/form.ts'
import { newUuid } from '#src/lib/new-uuid.ts'
import { type FieldErrors, flagsOf } from '#src/ui/forms/validation.ts'

export interface ChoiceValue {
  id: string
  nl: string
  en: string
}

/** Question as typed. Parts that do not belong to its type are kept while the form is open. */
export interface QuestionValue {
  id: string
  type: FieldType
  nl: string
  en: string
  helpNl: string
  helpEn: string
  required: boolean
  fact: FormFact | ''
  choices: readonly ChoiceValue[]
  unit: string
  min: string
  max: string
  shownBy: 'always' | NonNullable<FormField['shownIf']>['by']
  /** Id of the earlier question of the condition. */
  shownField: string
  /** Species, or ids of choices. */
  shownValues: readonly string[]
  /** Words of the reason of the visit, separated by commas. */
  shownWords: string
}

export interface FormValues {
  kind: FormKind
  titleNl: string
  titleEn: string
  introductionNl: string
  introductionEn: string
  questions: QuestionValue[]
  active: boolean
  /** Whether the form is asked for with appointments. */
  hasRule: boolean
  ruleReasons: string
  ruleSpecies: readonly string[]
}

export const emptyChoice = (): ChoiceValue => ({ id: newUuid(), nl: '', en: '' })

export const emptyQuestion = (): QuestionValue => ({
  id: newUuid(),
  type: 'text',
  nl: '',
  en: '',
  helpNl: '',
  helpEn: '',
  required: false,
  fact: '',
  choices: [],
  unit: '',
  min: '',
  max: '',
  shownBy: 'always',
  shownField: '',
  shownValues: [],
  shownWords: '',
})

export const NO_FORM: FormBody = {
  kind: 'form',
  content: { title: { nl: '', en: undefined }, introduction: undefined, fields: [] },
  rule: undefined,
  active: true,
}

export function valuesOf({ kind, content, rule, active }: FormBody, symbol: string): FormValues {
  const { title, introduction, fields } = content
  return {
    kind,
    titleNl: title.nl,
    titleEn: title.en ?? '',
    introductionNl: introduction?.nl ?? '',
    introductionEn: introduction?.en ?? '',
    questions: fields.map((field) => questionOf(field, symbol)),
    active,
    hasRule: rule !== undefined,
    ruleReasons: rule?.reasons.join(', ') ?? '',
    ruleSpecies: rule?.species ?? [],
  }
}

function questionOf(field: FormField, symbol: string): QuestionValue {
  const { label, help, required, fact, choices, unit, min, max, shownIf } = field
  const typed = (value: number | undefined) => (value === undefined ? '' : String(value).replace('.', symbol))
  return {
    id: field.id,
    type: field.type,
    nl: label.nl,
    en: label.en ?? '',
    helpNl: help?.nl ?? '',
    helpEn: help?.en ?? '',
    required: required === true,
    fact: fact ?? '',
    choices: (choices ?? []).map((choice) => ({ id: choice.id, nl: choice.label.nl, en: choice.label.en ?? '' })),
    unit: unit ?? '',
    min: typed(min),
    max: typed(max),
    shownBy: shownIf?.by ?? 'always',
    shownField: shownIf?.field ?? '',
    shownValues: shownIf && shownIf.by !== 'reason' ? shownIf.values : [],
    shownWords: shownIf?.by === 'reason' ? shownIf.values.join(', ') : '',
  }
}

export const hasChoices = ({ type }: Pick<QuestionValue, 'type'>): boolean => isChoice(type)
export const mayShowFact = ({ type }: Pick<QuestionValue, 'type'>): boolean => FACT_TYPES.some((each) => each === type)

const wordsIn = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

const texts = (nl: string, en: string) => ({ nl: nl.trim(), en: en.trim() || undefined })
/** Returns an optional text; undefined if neither language has one. */
const optionalTexts = (nl: string, en: string) => (nl.trim() || en.trim() ? texts(nl, en) : undefined)
const numberOf = (typed: string) => (typed.trim() === '' ? undefined : Number(typed.trim().replace(',', '.')))

const isSpecies = (value: string): value is Species => SPECIES.some((species) => species === value)

/** Returns the form as the API takes it. */
export function bodyOf(values: FormValues): FormBody {
  const { kind, questions, active, hasRule, ruleReasons, ruleSpecies } = values
  return {
    kind,
    content: {
      title: texts(values.titleNl, values.titleEn),
      introduction: optionalTexts(values.introductionNl, values.introductionEn),
      fields: questions.map(fieldOf),
    },
    rule: hasRule ? { reasons: wordsIn(ruleReasons), species: ruleSpecies.filter(isSpecies) } : undefined,
    active,
  }
}

function fieldOf(question: QuestionValue): FormField {
  const { id, type, required, fact, choices, unit, min, max } = question
  const isNumber = type === 'number'
  return {
    id,
    type,
    label: texts(question.nl, question.en),
    help: optionalTexts(question.helpNl, question.helpEn),
    required: required || undefined,
    fact: mayShowFact(question) && fact !== '' ? fact : undefined,
    choices: hasChoices(question)
      ? choices.map((choice) => ({ id: choice.id, label: texts(choice.nl, choice.en) }))
      : undefined,
    unit: isNumber ? unit.trim() || undefined : undefined,
    min: isNumber ? numberOf(min) : undefined,
    max: isNumber ? numberOf(max) : undefined,
    shownIf: conditionOf(question),
  }
}

function conditionOf({ shownBy, shownField, shownValues, shownWords }: QuestionValue): FormField['shownIf'] {
  if (shownBy === 'always') return undefined
  const values = shownBy === 'reason' ? wordsIn(shownWords) : [...shownValues]
  return { by: shownBy, field: shownBy === 'answer' ? shownField || undefined : undefined, values }
}

/** Returns the earlier questions on whose answers a question can depend. */
export const earlierChoices = (questions: readonly QuestionValue[], index: number): QuestionValue[] =>
  questions.slice(0, index).filter((question) => hasChoices(question))

const OF_FORM: Record<string, keyof FormValues> = {
  'content.title.nl': 'titleNl',
  'content.title.en': 'titleEn',
  'content.introduction.nl': 'introductionNl',
  'content.introduction.en': 'introductionEn',
  'content.fields': 'questions',
  'rule.reasons': 'ruleReasons',
  'rule.species': 'ruleSpecies',
}

/** Maps error paths of the API to the names of the form. Questions have names such as `questions.2.label.nl`. */
export function atFields(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, flag]) => {
      const plain = path.split(/[.[\]/]+/).filter((part) => part !== '' && part !== '#')
      const name = plain.join('.')
      if (name.startsWith('content.fields.')) {
        // A fault of one value is that of the whole condition.
        const part = name.replace('content.fields', 'questions').replace(/\.values\.\d+$/, '.values')
        return [part, OWN_FLAGS[plain.slice(3).join('.')] ?? flag]
      }
      return [OF_FORM[name.replace(/\.\d+$/, '')] ?? name, flag]
    }),
  )
}

/** Flags of parts whose flag of the API is too general. */
const OWN_FLAGS: Record<string, string> = {
  max: 'invalidBounds',
  type: 'onePhotoQuestion',
  choices: 'noChoices',
  'shownIf.field': 'noEarlierQuestion',
}

/** Returns a schema that validates the form with the rules of the server. */
export async function schemaOf() {
  const [{ formBodySchema }, { faultsOfContent }] = await Promise.all([
    import('#contract/schemas/form.ts'),
    import('#contract/form.ts'),
  ])
  return {
    async validate(values: FormValues) {
      const body = bodyOf(values)
      const errors = await formBodySchema.validate(body, { abortEarly: false }).then(() => ({}), flagsOf)
      const faults = faultsOfContent(body.content).map(({ pointer, code }) => [pointer, code] as const)
      const numbers = values.questions.flatMap(({ type, min, max }, index) =>
        type === 'number'
          ? Object.entries({ min, max }).flatMap(([part, typed]) =>
              Number.isNaN(numberOf(typed)) ? [[`questions.${index}.${part}`, 'invalid'] as const] : [],
            )
          : [],
      )
      const none = values.questions.length === 0 && { questions: 'noQuestions' }
      const inner = Object.entries({
        ...atFields({ ...Object.fromEntries(faults), ...errors }),
        ...Object.fromEntries(numbers),
        ...none,
      })
      if (inner.length === 0) return
      throw Object.assign(new Error('Invalid'), { inner: inner.map(([path, message]) => ({ path, message })) })
    },
  }
}
