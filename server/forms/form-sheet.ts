import { isKnown, shownFields, translated } from '#contract/form.ts'
import type { Language } from '#contract/languages.ts'
import type { FormAnswer, FormContent, FormField } from '#contract/schemas/form.ts'
import { localClock } from '#contract/zone.ts'
import type { Stored } from '#server/db/stored.ts'
import { type Parties, factsOf, partiesOf } from '#server/documents/parties.ts'
import { hashOfContent } from '#server/http/keys.ts'
import type { Part, Picture, Sheet } from '#server/pdf/sheet.ts'
import { textsIn } from '#server/texts.ts'
import type { TaskRow } from './tasks.ts'

interface Completed {
  content: FormContent
  answered: Stored['formAnswered']
  version: number
  row: Pick<TaskRow, 'kind' | 'uuid' | 'form_id' | 'appointment_data'>
  username: string
  /** Photos of answers by id. */
  photos: ReadonlyMap<string, Picture>
  now: Date
}

/** Returns the content of the PDF of a completed form: the exact texts that were shown, the answers, and the signature. */
export async function formSheet(
  { content, answered, version, row, username, photos, now }: Completed,
  parties: Parties,
): Promise<Sheet> {
  const { language } = parties
  const { text, day } = textsIn(language)
  const title = translated(content.title, language)
  const { day: date, time } = localClock(now)
  const moment = text('documents.form.moment', { day: day(date), time })
  const context = { species: answered.species, reason: answered.reason, facts: answered.facts }
  const fields = shownFields(content, answered.answers, context)
  const given = new Map(answered.answers.map((answer) => [answer.field, answer]))
  const introduction = content.introduction && translated(content.introduction, language)
  const hash = await hashOfContent({ content, answered, version, form: row.form_id, at: now.toISOString() })
  return {
    ...partiesOf(parties),
    title,
    name: `${title} · ${moment}`,
    facts: factsOf({
      [text('documents.form.completedAt')]: moment,
      [text('documents.form.account')]: username,
      [text('documents.form.animal')]: answered.facts.patientName,
      [text('documents.form.reason')]: answered.reason,
      [text('documents.form.version')]: String(version),
    }),
    parts: [
      ...(introduction ? [{ kind: 'note' as const, text: introduction }] : []),
      ...fields.flatMap((field) => fieldParts(field, { answer: given.get(field.id), context, photos, language })),
      ...signatureParts(answered.signature, { moment, username, language }),
      { kind: 'note', text: text('documents.form.proof', { hash, uuid: row.uuid }) },
    ],
  }
}

interface FieldContext {
  answer: FormAnswer | undefined
  context: Parameters<typeof isKnown>[1]
  photos: Completed['photos']
  language: Language
}

function fieldParts(field: FormField, { answer, context, photos, language }: FieldContext): Part[] {
  const { text } = textsIn(language)
  const heading = translated(field.label, language)
  const help = field.help && translated(field.help, language)
  const known = isKnown(field, context) && field.fact !== undefined ? context.facts[field.fact] : undefined
  const shown = known === undefined ? shownAnswer(field, answer, language) : dayOr(field, known, language)
  const body = [help, shown || text('documents.form.noAnswer')].filter(Boolean).join('\n')
  const part: Part = { kind: 'text', heading, text: body }
  const pictures = answer?.photoIds?.flatMap((id) => photos.get(id) ?? []) ?? []
  if (pictures.length > 0) return [part, { kind: 'pictures', alt: heading, pictures }]
  if (field.type !== 'signature' || !answer?.strokes) return [part]
  return [part, { kind: 'signature', alt: heading, strokes: answer.strokes }]
}

const dayOr = ({ fact }: FormField, value: string, language: Language) =>
  fact === 'birthDate' ? textsIn(language).day(value) : value

/** Returns an answer as text. Choices are listed whole, so that the document shows what could be chosen. */
function shownAnswer(field: FormField, answer: FormAnswer | undefined, language: Language): string {
  const { text, day, count } = textsIn(language)
  switch (field.type) {
    case 'text':
    case 'lines':
      return answer?.text ?? ''
    case 'choice':
    case 'choices':
      return (field.choices ?? [])
        .map(({ id, label }) => `${answer?.choices?.includes(id) ? '☑' : '☐'} ${translated(label, language)}`)
        .join('\n')
    case 'date':
      return answer?.date === undefined ? '' : day(answer.date)
    case 'number':
      return answer?.number === undefined ? '' : [count(answer.number), field.unit].filter(Boolean).join(' ')
    case 'photo':
      return answer?.photoIds === undefined ? '' : text('documents.form.photos', { count: answer.photoIds.length })
    case 'signature':
      return answer?.strokes === undefined ? '' : text('documents.form.drawn')
  }
}

function signatureParts(
  signature: Stored['formAnswered']['signature'],
  { moment, username, language }: { moment: string; username: string; language: Language },
): Part[] {
  if (!signature) return []
  const { text } = textsIn(language)
  const { name, method, strokes } = signature
  return [
    {
      kind: 'text',
      heading: text('documents.form.signature'),
      text: text(`documents.form.signedBy.${method}`, { name, username, moment }),
    },
    ...(strokes ? [{ kind: 'signature' as const, alt: text('documents.form.signatureOf', { name }), strokes }] : []),
    { kind: 'note', text: text('documents.form.notQualified') },
  ]
}
