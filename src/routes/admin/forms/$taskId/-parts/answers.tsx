import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { SIGNATURE, isKnown, shownFields } from '#contract/form.ts'
import type { FormAnswer, FormField, PracticeFormTask } from '#contract/schemas/form.ts'
import { useTranslated } from '#src/features/forms/practice-form-status.tsx'
import { addressOf } from '#src/lib/api-root.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import styles from './task-page.module.css'

interface AnswersProps {
  task: PracticeFormTask
  answers: readonly FormAnswer[]
}

/** Text, questions and answers of a completed form, in the version that the client completed. */
export function Answers({ task, answers }: AnswersProps) {
  const textOf = useTranslated()
  const { content, signature } = task
  const given = new Map(answers.map((answer) => [answer.field, answer]))
  return (
    <Panel as="section" padded className={styles.answers} aria-labelledby="form-answers">
      <h2 id="form-answers">
        <FormattedMessage id="admin.forms.answers" />
      </h2>
      {content.introduction && <p className={styles.text}>{textOf(content.introduction)}</p>}
      <dl>
        {shownFields(content, answers, task).map((field) => (
          <div key={field.id}>
            <dt>{textOf(field.label)}</dt>
            <dd>
              <Answer field={field} answer={given.get(field.id)} task={task} />
            </dd>
          </div>
        ))}
        {signature && (
          <div>
            <dt>
              <FormattedMessage id="client.forms.signature" />
            </dt>
            <dd>
              <FormattedMessage id={`client.forms.signedBy.${signature.method}`} values={{ name: signature.name }} />
              {signature.strokes && signature.strokes.length > 0 && <Strokes strokes={signature.strokes} />}
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}

interface AnswerProps {
  field: FormField
  answer: FormAnswer | undefined
  task: PracticeFormTask
}

function Answer({ field, answer, task }: AnswerProps) {
  const textOf = useTranslated()
  if (field.fact !== undefined && isKnown(field, task)) {
    const value = task.facts[field.fact] ?? ''
    return field.fact === 'birthDate' ? <LongDay date={value} /> : value
  }
  if (!answer) {
    return (
      <span className="muted">
        <FormattedMessage id="client.forms.noAnswer" />
      </span>
    )
  }
  const { choices, date, number, photoIds, strokes, text } = answer
  if (choices) {
    return (field.choices ?? [])
      .filter(({ id }) => choices.includes(id))
      .map(({ label }) => textOf(label))
      .join(', ')
  }
  if (date !== undefined) return <LongDay date={date} />
  if (number !== undefined) {
    return (
      <>
        <FormattedNumber value={number} maximumFractionDigits={6} /> {field.unit}
      </>
    )
  }
  if (photoIds) return <Photos task={task} photoIds={photoIds} />
  return strokes ? <Strokes strokes={strokes} /> : <span className={styles.text}>{text}</span>
}

const LongDay = ({ date }: { date: string }) => <Day date={date} day="numeric" month="long" year="numeric" />

function Photos({ task: { photos }, photoIds }: { task: PracticeFormTask; photoIds: readonly string[] }) {
  const { formatMessage } = useIntl()
  return (
    <ul className={styles.photos}>
      {photos
        ?.filter(({ id }) => photoIds.includes(id))
        .map(({ id, url }, index) => {
          const address = addressOf(url)
          if (!address) return null
          return (
            <li key={id}>
              <a href={address} target="_blank" rel="noopener noreferrer">
                <img src={address} alt={formatMessage({ id: 'core.requests.photo' }, { number: index + 1 })} />
              </a>
            </li>
          )
        })}
    </ul>
  )
}

/** Drawn signature. */
function Strokes({ strokes }: { strokes: readonly (readonly number[])[] }) {
  const { formatMessage } = useIntl()
  return (
    <svg
      className={styles.strokes}
      viewBox={`0 0 ${SIGNATURE.width} ${SIGNATURE.height}`}
      role="img"
      aria-label={formatMessage({ id: 'admin.forms.drawn' })}
    >
      {strokes.map((stroke, index) => (
        <polyline key={index} points={stroke.join(' ')} />
      ))}
    </svg>
  )
}
