import { useMutation } from '@tanstack/react-query'
import { useFormikContext } from 'formik'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { VisitQuestions } from '#contract/schemas/visit.ts'
import { MAX_QUESTIONS, canChangeQuestions } from '#contract/visit.ts'
import { visitMutations } from '#src/api/visits.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { draftOf } from '#src/session/drafts.ts'
import { Moment } from '#src/ui/data/day.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Form, type FormControls, type FormError } from '#src/ui/forms/form.tsx'
import type { FormDraft } from '#src/ui/forms/form-draft.tsx'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'
import { TextareaField } from '#src/ui/forms/text-field.tsx'
import { Block } from '#src/ui/layout/block.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import type { VisitProps } from './visit-props.ts'
import styles from './visit.module.css'

const schema = async () => (await import('./questions-schema.ts')).questionsFormSchema

interface Values {
  text: string
}

/** Questions of the owner for the veterinarian: a form until the visit begins, then their text. */
export function Questions({ visit, viewedByStaff, clientId, now }: VisitProps) {
  const { questions } = visit
  const canChange = canChangeQuestions(visit, now) && !viewedByStaff
  if (!canChange && !questions) return null
  return (
    <Block title={<FormattedMessage id="client.visits.questions" />}>
      <Panel padded className={styles.questions}>
        {canChange ? (
          <QuestionsForm clientId={clientId} visit={visit} />
        ) : (
          questions && (
            <>
              <p className={styles.text}>{questions.text}</p>
              <SavedAt questions={questions} />
            </>
          )
        )}
      </Panel>
    </Block>
  )
}

function SavedAt({ questions: { changedAt } }: { questions: VisitQuestions }) {
  const moment = <Moment key="at" at={changedAt} day="numeric" month="long" hour="numeric" minute="2-digit" />
  return (
    <p className="small muted">
      <FormattedMessage id="client.visits.savedAt" values={{ moment }} />
    </p>
  )
}

/**
 * Form whose text is kept until it is saved. Each save names the saved text that it replaces, as far as the page has shown it. So a
 * text that another tab saved meanwhile is shown first, and only a further press replaces it.
 */
function QuestionsForm({ clientId, visit: { uuid, questions } }: Pick<VisitProps, 'clientId' | 'visit'>) {
  const { mutateAsync } = useMutation(visitMutations.setQuestions(clientId, uuid))
  const own = draftOf('visit-questions', clientId, uuid)
  const changedAt = questions?.changedAt
  // Time of the saved text from which the owner began to write.
  const [began, setBegan] = useState(() => (own.read() ? own.read()?.extra?.['changedAt'] : changedAt))
  // Saved text that the own save has replaced. It may stay on the page until the refetch.
  const [replaced, setReplaced] = useState<{ changedAt: string | undefined }>()
  const isChanged = changedAt !== began && !(replaced && replaced.changedAt === changedAt)
  const draft: FormDraft = { ...own, keep: (typed) => own.keep({ ...typed, extra: { changedAt: began } }) }

  async function save(values: Values, { reset }: FormControls<Values>): Promise<FormError | undefined> {
    const text = values.text.trim()
    try {
      await mutateAsync({ text, changedAt })
    } catch (error) {
      return formErrorOf(error, {
        'questions-changed': { text: <FormattedMessage id="client.visits.changed" /> },
        'questions-closed': { text: <FormattedMessage id="client.visits.closed" /> },
      })
    }
    // Both before the reset, after which the form takes over a text that was saved elsewhere.
    draft.sent(values)
    setReplaced({ changedAt })
    reset(values)
    showMessage('success', text ? 'client.visits.saved' : 'client.visits.removed')
    return undefined
  }

  return (
    <Form initialValues={{ text: questions?.text ?? '' }} schema={schema} onSubmit={save} draft={draft}>
      <FollowSaved
        text={questions?.text ?? ''}
        isChanged={isChanged}
        hasDraft={() => own.read() !== undefined}
        onFollow={() => {
          setBegan(changedAt)
          setReplaced(undefined)
        }}
      />
      {isChanged && <OtherText questions={questions} />}
      <TextareaField
        name="text"
        max={MAX_QUESTIONS}
        rows={4}
        className={styles.field}
        label={<FormattedMessage id="client.visits.questionsLabel" />}
        hint={<FormattedMessage id="client.visits.questionsHint" />}
      />
      <div>
        <SubmitButton>
          <FormattedMessage id="client.visits.save" />
        </SubmitButton>
      </div>
      {!isChanged && <SavedState questions={questions} />}
    </Form>
  )
}

interface FollowSavedProps {
  text: string
  /** Whether the saved text is another one than at the beginning. */
  isChanged: boolean
  hasDraft: () => boolean
  onFollow: () => void
}

/** Takes over a text that was saved elsewhere, unless the owner has typed. */
function FollowSaved({ text, isChanged, hasDraft, onFollow }: FollowSavedProps) {
  const { dirty, resetForm } = useFormikContext<Values>()
  // A refetch changes the saved text outside of the form.
  useEffect(() => {
    if (!isChanged || dirty || hasDraft()) return
    resetForm({ values: { text } })
    onFollow()
  })
  return null
}

/** Text that was saved while the owner was typing. */
function OtherText({ questions }: { questions: VisitQuestions | undefined }) {
  const { isSubmitting } = useFormikContext<Values>()
  // The refetch of the own save arrives before the end of the submit.
  if (isSubmitting) return null
  return (
    <Message kind="warning">
      {questions ? (
        <>
          <strong>
            <FormattedMessage id="client.visits.savedElsewhere" />
          </strong>
          <p className={styles.text}>{questions.text}</p>
        </>
      ) : (
        <FormattedMessage id="client.visits.removedElsewhere" />
      )}
    </Message>
  )
}

/** Whether the text of the form is saved, and since when. */
function SavedState({ questions }: { questions: VisitQuestions | undefined }) {
  const { dirty } = useFormikContext<Values>()
  if (dirty) {
    return (
      <p className="small muted">
        <FormattedMessage id="client.visits.unsaved" />
      </p>
    )
  }
  return questions && <SavedAt questions={questions} />
}
