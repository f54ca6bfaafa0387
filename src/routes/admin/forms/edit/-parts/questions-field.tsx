import { useFormikContext } from 'formik'
import Plus from 'lucide-react/icons/plus'
import Undo2 from 'lucide-react/icons/undo-2'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { MAX_FIELDS } from '#contract/form.ts'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button, LinkButton } from '#src/ui/forms/button.tsx'
import { Notes } from '#src/ui/forms/field.tsx'
import { useFormField } from '#src/ui/forms/use-form-field.ts'
import styles from './form-editor.module.css'
import { type FormValues, type QuestionValue, emptyQuestion } from './form-values.ts'
import { Question } from './question.tsx'

const NONE = {}

/** Questions of a form, in display order. One is open at a time, besides those with an error. */
export function QuestionsField() {
  const { id: titleId, flag } = useFormField('questions')
  const list = useRef<HTMLOListElement>(null)
  const { values, errors, touched, setFieldValue } = useFormikContext<FormValues>()
  const { questions } = values
  const [openId, setOpenId] = useState<string>()
  const [removed, setRemoved] = useState<{ question: QuestionValue; index: number }>()
  const change = (next: readonly QuestionValue[]) => setFieldValue('questions', next, Object.keys(errors).length > 0)
  const isFull = questions.length >= MAX_FIELDS
  useFocusOfError(list, touched.questions ? errors : NONE)

  /** Focuses an element of a question once it is rendered. */
  const focusIn = (id: string, selector: string) =>
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-question="${id}"] ${selector}`)?.focus())

  function add() {
    if (isFull) return
    const question = emptyQuestion()
    setOpenId(question.id)
    void change([...questions, question]).then(() => focusIn(question.id, 'select'))
  }
  function move(from: number, to: number) {
    const moved = questions[from]
    const others = questions.filter((question) => question !== moved)
    if (moved && to >= 0 && to < questions.length) void change([...others.slice(0, to), moved, ...others.slice(to)])
  }
  function remove(question: QuestionValue, index: number) {
    setRemoved({ question, index })
    void change(questions.filter((other) => other !== question))
  }
  function undo() {
    if (!removed) return
    const { question, index } = removed
    setRemoved(undefined)
    void change([...questions.slice(0, index), question, ...questions.slice(index)]).then(() =>
      focusIn(question.id, 'button'),
    )
  }

  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>
          <FormattedMessage id="admin.forms.questions" values={{ count: questions.length }} />
        </h2>
        {flag && <Notes id={titleId} flag={flag} />}
      </div>
      {removed && (
        <Message kind="info">
          <FormattedMessage id="admin.forms.questionRemoved" />{' '}
          <LinkButton ref={takeFocus} onClick={undo}>
            <Undo2 /> <FormattedMessage id="admin.forms.undo" />
          </LinkButton>
        </Message>
      )}
      <ol ref={list} className={styles.questions}>
        {questions.map((question, index) => (
          <Question
            key={question.id}
            question={question}
            index={index}
            isOpen={question.id === openId}
            onOpen={(isOpen) => setOpenId(isOpen ? question.id : undefined)}
            onChange={(changed) =>
              void change(questions.map((other) => (other === question ? { ...question, ...changed } : other)))
            }
            onMove={(by) => move(index, index + by)}
            onRemove={() => remove(question, index)}
          />
        ))}
      </ol>
      <div>
        {/* The name lets the form focus the button if there is no question. */}
        <Button variant="secondary" icon={Plus} name="questions" aria-disabled={isFull} onClick={add}>
          <FormattedMessage id="admin.forms.addQuestion" />
        </Button>
      </div>
    </section>
  )
}

// Module scope keeps the ref callback stable, so that only a new button takes the focus.
function takeFocus(button: HTMLButtonElement | null) {
  button?.focus()
}

/** Focuses the first part with an error after a submit, because a closed question renders its parts only then. */
function useFocusOfError(list: RefObject<HTMLElement | null>, errors: object) {
  const isDone = useRef(false)
  useEffect(() => {
    const names = Object.keys(errors)
    if (names.length > 0 && !isDone.current && !(document.activeElement instanceof HTMLInputElement)) {
      const fields = [...(list.current?.querySelectorAll<HTMLElement>('[name]') ?? [])]
      fields.find((element) => names.includes(element.getAttribute('name') ?? ''))?.focus()
    }
    isDone.current = names.length > 0
  }, [list, errors])
}
