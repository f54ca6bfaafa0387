import { useMutation } from '@tanstack/react-query'
import { useFormikContext } from 'formik'
import { type ReactNode, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { isRecord } from '#contract/values.ts'
import { MAX_PREPARATION } from '#contract/text.ts'
import { MAX_ANSWER_TEXT, type MessageOutcome } from '#contract/request.ts'
import type { PracticeRequest } from '#contract/schemas/request.ts'
import { useCan } from '#src/api/capabilities.ts'
import { lastUuidOf, practiceRequestMutations, sendPracticePhoto } from '#src/api/requests.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { PhotoField } from '#src/features/requests/photo-field.tsx'
import { usePhotos } from '#src/features/requests/photos.ts'
import { useMessageDraft } from '#src/features/requests/use-message-draft.ts'
import { CallError } from '#src/lib/call-error.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { momentInZone } from '#contract/zone.ts'
import { showMessage } from '#src/lib/messages.ts'
import { draftOf } from '#src/session/drafts.ts'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { DateField } from '#src/ui/forms/date-field.tsx'
import { Form, type FormControls, type FormError } from '#src/ui/forms/form.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'
import { TextField, TextareaField } from '#src/ui/forms/text-field.tsx'
import { classes } from '#src/ui/classes.ts'
import { focusMain } from '#src/ui/layout/shell.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { OUTCOME_KEYS, useAnswerKeys, Templates } from './templates.tsx'
import styles from './request-page.module.css'

const schema = async () => (await import('./answer-schema.ts')).answerFormSchema

const SENT = {
  asked: 'admin.requests.asked',
  replied: 'admin.requests.replied',
  answered: 'admin.requests.answered',
  declined: 'admin.requests.declined',
} as const satisfies Record<MessageOutcome, MessageId>

interface AnswerFormProps {
  practiceId: string
  request: PracticeRequest
  templates: readonly string[]
}

/** Form to answer or decline a request, or to write in it; a template is inserted by one press. */
export function AnswerForm({ practiceId, request, templates }: AnswerFormProps) {
  const { uuid, kind } = request
  const answering = useMutation(practiceRequestMutations.answer(practiceId, uuid))
  const writing = useMutation(practiceRequestMutations.write(practiceId, uuid))
  const hasMessages = useCan('request-messages')
  const canBook = useCan('appointments') && kind === 'APPOINTMENT'
  const photos = usePhotos((photo) => sendPracticePhoto(practiceId, uuid, photo))
  const message = useMessageDraft(draftOf('answer', practiceId, uuid), photos.photos.length)
  // Outcome of the pressed submit button.
  const outcome = useRef<MessageOutcome>('answered')

  async function write(outcome: MessageOutcome, values: AnswerValues): Promise<void> {
    const booked = canBook && outcome === 'answered' ? appointmentOf(values) : undefined
    const answer = { text: values.text.trim(), ...(booked && { appointment: booked }) }
    if (!hasMessages) {
      if (outcome === 'answered' || outcome === 'declined') await answering.mutateAsync({ ...answer, outcome })
      return
    }
    const photoIds = await photos.send()
    await writing.mutateAsync({ ...answer, uuid: message.uuid, outcome, photoIds, lastUuid: lastUuidOf(request) })
  }

  async function send(values: AnswerValues, { reset }: FormControls<AnswerValues>): Promise<FormError | undefined> {
    const wanted = outcome.current
    try {
      await write(wanted, values)
    } catch (error) {
      const by = closedBy(error)
      if (by === undefined) return formErrorHere(error)
      // The refetched page shows the other answer and the unsent text.
      showMessage('warning', 'admin.requests.closedBy', { name: by || 'none' })
      return {}
    }
    photos.clear()
    message.renew()
    reset(NOTHING_TYPED)
    message.draft.sent(values)
    focusMain()
    showMessage('success', SENT[wanted])
    return undefined
  }

  function formErrorHere(error: unknown): FormError {
    const formError = formErrorOf(error, { conflict: { text: <FormattedMessage id="admin.requests.newMessage" /> } })
    if (error instanceof CallError && error.code === 'conflict') message.renew()
    if (formError.fields && 'photoIds' in formError.fields) photos.resetUploads()
    return atFields(formError)
  }

  return (
    <Panel as="section" aria-labelledby="answer">
      <Form initialValues={NOTHING_TYPED} schema={schema} onSubmit={send} draft={message.draft}>
        <Fields
          templates={templates}
          canBook={canBook}
          effect={canBook ? effectOf(request) : undefined}
          hasMessages={hasMessages}
          onOutcome={(pressed) => (outcome.current = pressed)}
        >
          {hasMessages && <PhotoField of={photos} lostCount={message.lostPhotos} />}
        </Fields>
      </Form>
    </Panel>
  )
}

function effectOf({ wish, appointmentUuid }: PracticeRequest): MessageId | undefined {
  if (wish === 'CANCEL') return 'admin.requests.cancels'
  return wish === 'BOOK' && appointmentUuid ? 'admin.requests.addsToVisit' : undefined
}

function appointmentOf({ hasAppointment, day, time, durationMinutes, place, veterinarian, preparation }: AnswerValues) {
  const start = hasAppointment ? momentInZone(day, time) : undefined
  if (start === undefined) return undefined
  return {
    start,
    durationMinutes: durationMinutes ?? undefined,
    place: place.trim() || undefined,
    veterinarian: veterinarian.trim() || undefined,
    preparation: preparation.trim() || undefined,
  }
}

/** Returns who has already closed the request; empty if unknown or withdrawn. Undefined for other errors. */
function closedBy(error: unknown): string | undefined {
  if (!(error instanceof CallError) || error.code !== 'request-closed') return undefined
  const { closed } = error.problem
  return isRecord(closed) && typeof closed['by'] === 'string' ? closed['by'] : ''
}

/** Maps error paths to form fields: the server prefixes fields of the appointment with `appointment/`. */
function atFields({ fields, text }: FormError): FormError {
  const named = Object.entries(fields ?? {}).map(([name, flag]) => {
    const own = name.replace('appointment/', '')
    return [own === 'start' ? 'day' : own, flag] as const
  })
  return { ...(fields && { fields: Object.fromEntries(named) }), text }
}

interface FieldsProps {
  templates: readonly string[]
  /** Whether the answer may include an appointment. */
  canBook: boolean
  /** Message id of the effect of a text answer on an appointment. */
  effect: MessageId | undefined
  /** Whether the practice can also write without ending the request. */
  hasMessages: boolean
  /** Called with the outcome before the form is sent. */
  onOutcome: (outcome: MessageOutcome) => void
  children: ReactNode
}

function Fields({ templates, canBook, effect, hasMessages, onOutcome, children }: FieldsProps) {
  const { values, setFieldValue } = useFormikContext<AnswerValues>()
  const place = useRef<HTMLDivElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  function choose(template: string | undefined) {
    if (template === undefined) return
    void setFieldValue('text', withTemplate(values.text, template, templates))
    place.current?.querySelector('textarea')?.focus()
  }
  useAnswerKeys({
    onTemplate: (index) => choose(templates[index]),
    onOutcome: (outcome) => buttons.current?.querySelector<HTMLElement>(`[value=${outcome}]`)?.click(),
  })
  return (
    <>
      {/* Enter in a field presses the first submit button of a form, which must not decline. */}
      <button
        type="submit"
        className="hidden-text"
        tabIndex={-1}
        aria-hidden="true"
        onClick={() => onOutcome('answered')}
      />
      <div ref={place} className={classes(styles.content, styles.inForm)}>
        <h2 id="answer">
          <FormattedMessage id="admin.requests.answerTitle" />
        </h2>
        <Templates templates={templates} onChoose={choose} />
        <TextareaField
          name="text"
          max={MAX_ANSWER_TEXT}
          required
          rows={6}
          label={<FormattedMessage id="admin.requests.answerText" />}
        />
        {children}
        {effect && (
          <p>
            <FormattedMessage id={effect} />
          </p>
        )}
        {canBook && <AppointmentFields />}
      </div>
      <div ref={buttons} className={classes(styles.foot, styles.inForm)}>
        <p className={styles.keys}>
          <FormattedMessage
            id={hasMessages ? 'admin.requests.talkKeys' : 'admin.requests.keys'}
            values={{
              answer: <kbd>{OUTCOME_KEYS.answered.shown}</kbd>,
              ask: <kbd>{OUTCOME_KEYS.asked.shown}</kbd>,
              decline: <kbd>{OUTCOME_KEYS.declined.shown}</kbd>,
            }}
          />
        </p>
        <OutcomeButton outcome="declined" variant="secondary" onPress={onOutcome}>
          <FormattedMessage id="admin.requests.decline" />
        </OutcomeButton>
        {hasMessages && (
          <>
            <OutcomeButton outcome="replied" variant="secondary" onPress={onOutcome}>
              <FormattedMessage id="admin.requests.reply" />
            </OutcomeButton>
            <OutcomeButton outcome="asked" variant="secondary" onPress={onOutcome}>
              <FormattedMessage id="admin.requests.ask" />
            </OutcomeButton>
          </>
        )}
        <OutcomeButton outcome="answered" variant="primary" onPress={onOutcome}>
          <FormattedMessage id="admin.requests.answer" />
        </OutcomeButton>
      </div>
    </>
  )
}

interface OutcomeButtonProps {
  outcome: MessageOutcome
  variant: 'primary' | 'secondary'
  onPress: (outcome: MessageOutcome) => void
  children: ReactNode
}

const OutcomeButton = ({ outcome, variant, onPress, children }: OutcomeButtonProps) => (
  <SubmitButton
    variant={variant}
    value={outcome}
    aria-keyshortcuts={outcome === 'replied' ? undefined : OUTCOME_KEYS[outcome].aria}
    onClick={() => onPress(outcome)}
  >
    {children}
  </SubmitButton>
)

function AppointmentFields() {
  const { values } = useFormikContext<AnswerValues>()
  return (
    <>
      <CheckboxField name="hasAppointment" label={<FormattedMessage id="admin.requests.withAppointment" />} />
      {values.hasAppointment && (
        <div className={styles.appointment}>
          <div className={styles.when}>
            <DateField name="day" required label={<FormattedMessage id="admin.requests.day" />} />
            <TextField name="time" type="time" required label={<FormattedMessage id="admin.requests.time" />} />
            <NumberField
              name="durationMinutes"
              decimals={0}
              label={<FormattedMessage id="admin.requests.duration" />}
            />
          </div>
          <TextField name="place" autoComplete="off" label={<FormattedMessage id="admin.requests.place" />} />
          <TextField
            name="veterinarian"
            autoComplete="off"
            label={<FormattedMessage id="admin.requests.veterinarian" />}
          />
          <TextareaField
            name="preparation"
            max={MAX_PREPARATION}
            label={<FormattedMessage id="admin.requests.preparation" />}
            hint={<FormattedMessage id="admin.requests.preparationHint" />}
          />
        </div>
      )}
    </>
  )
}

export interface AnswerValues {
  text: string
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

/** Returns the text with a template: replaces an empty text or another template, otherwise appends to the typed text. */
export function withTemplate(text: string, template: string, templates: readonly string[]): string {
  const typed = text.trim()
  return typed === '' || templates.some((other) => other.trim() === typed)
    ? template
    : `${text.trimEnd()}\n\n${template}`
}
