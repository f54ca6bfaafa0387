import { isRecord } from '#contract/is-record.ts'

/** What is typed of an answer. */
export interface AnswerValues {
  text: string
  /** An appointment is the answer, or part of it. */
  hasAppointment: boolean
  day: string
  time: string
  durationMinutes: number | null
  place: string
  veterinarian: string
  preparation: string
}

export const NOTHING_TYPED: AnswerValues = {
  text: '',
  hasAppointment: false,
  day: '',
  time: '',
  durationMinutes: 20,
  place: '',
  veterinarian: '',
  preparation: '',
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** What was kept of an answer; undefined: nothing of it. */
export function readDraft(kept: unknown): AnswerValues | undefined {
  if (!isRecord(kept)) return undefined
  const minutes = kept['durationMinutes']
  return {
    text: textOf(kept['text']),
    hasAppointment: kept['hasAppointment'] === true,
    day: textOf(kept['day']),
    time: textOf(kept['time']),
    durationMinutes: typeof minutes === 'number' ? minutes : null,
    place: textOf(kept['place']),
    veterinarian: textOf(kept['veterinarian']),
    preparation: textOf(kept['preparation']),
  }
}

/** The text with a template of the practice: in place of nothing or of another template, else below what was typed. */
export function withTemplate(text: string, template: string, templates: readonly string[]): string {
  const typed = text.trim()
  return typed === '' || templates.some((other) => other.trim() === typed)
    ? template
    : `${text.trimEnd()}\n\n${template}`
}
