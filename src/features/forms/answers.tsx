import type { ReactNode } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { isKnown, shownFields } from '#contract/form.ts'
import type { FormAnswer, FormField, FormTaskDetail } from '#contract/schemas/form.ts'
import { addressOf } from '#src/lib/api-root.ts'
import { Day } from '#src/ui/data/day.tsx'
import styles from './answers.module.css'
import { useTranslated } from './form-status.tsx'
import { Strokes } from './signature-field.tsx'

/** Completed form, of which `answers` are present. */
type Completed = Pick<FormTaskDetail, 'content' | 'facts' | 'species' | 'reason' | 'signature' | 'photos'>

interface AnswersProps {
  task: Completed
  answers: readonly FormAnswer[]
}

/** Text, questions and answers of a completed form, in the version that the owner completed. */
export function Answers({ task, answers }: AnswersProps) {
  const textOf = useTranslated()
  const { content, signature } = task
  const given = new Map(answers.map((answer) => [answer.field, answer]))
  return (
    <>
      {content.introduction && <p className={styles.text}>{textOf(content.introduction)}</p>}
      <dl className={styles.answers}>
        {shownFields(content, answers, task).map((field) => (
          <Row key={field.id} name={textOf(field.label)}>
            <Answer field={field} answer={given.get(field.id)} task={task} />
          </Row>
        ))}
        {signature && (
          <Row name={<FormattedMessage id="client.forms.signature" />}>
            <FormattedMessage id={`client.forms.signedBy.${signature.method}`} values={{ name: signature.name }} />
            {signature.strokes && signature.strokes.length > 0 && <Strokes strokes={signature.strokes} />}
          </Row>
        )}
      </dl>
      {signature && (
        <p className="muted small">
          <FormattedMessage id="client.forms.notQualified" />
        </p>
      )}
    </>
  )
}

const Row = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

interface AnswerProps {
  field: FormField
  answer: FormAnswer | undefined
  task: Completed
}

function Answer({ field, answer, task }: AnswerProps) {
  const textOf = useTranslated()
  if (field.fact !== undefined && isKnown(field, task))
    return <KnownValue field={field} value={task.facts[field.fact] ?? ''} />
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

/** Value of the record of the practice. */
export const KnownValue = ({ field, value }: { field: FormField; value: string }) =>
  field.fact === 'birthDate' ? <LongDay date={value} /> : value

/** Photos of an answer; their number where the photos cannot be shown, such as offline. */
function Photos({ task: { photos }, photoIds }: { task: Completed; photoIds: readonly string[] }) {
  const { formatMessage } = useIntl()
  const addresses = (photos ?? []).flatMap(({ id, url }) => {
    const address = photoIds.includes(id) ? addressOf(url) : null
    return address ? [{ id, address }] : []
  })
  if (addresses.length === 0) return <FormattedMessage id="client.forms.photos" values={{ count: photoIds.length }} />
  return (
    <ul className={styles.photos}>
      {addresses.map(({ id, address }, index) => (
        <li key={id}>
          <a href={address} target="_blank" rel="noopener noreferrer">
            <img src={address} alt={formatMessage({ id: 'core.requests.photo' }, { number: index + 1 })} />
          </a>
        </li>
      ))}
    </ul>
  )
}
