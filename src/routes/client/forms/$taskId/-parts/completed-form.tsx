import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { isKnown, shownFields, translated } from '#contract/form.ts'
import type { Language } from '#contract/languages.ts'
import type { FormAnswer, FormField, FormTaskDetail } from '#contract/schemas/form.ts'
import { formMutations, getFormFile } from '#src/api/forms.ts'
import { ConfirmedButton } from '#src/features/confirmed-action.tsx'
import { openFile } from '#src/lib/files/open.ts'
import { showMessage } from '#src/lib/messages.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Day, Moment } from '#src/ui/data/day.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { languageOf } from '#src/features/forms/form-status.tsx'
import styles from './fill-form.module.css'
import { contextOf } from './values.ts'

interface CompletedFormProps {
  clientId: string
  task: FormTaskDetail
  viewedByStaff: boolean
}

/** Completed form with its answers, its stored document, and the withdrawal of a consent. */
export function CompletedForm({ clientId, task, viewedByStaff }: CompletedFormProps) {
  const { locale } = useIntl()
  const { answers, signature, completedAt, closedAt, state, withdrawable, url } = task
  if (!answers) {
    return (
      <Message kind="info">
        <FormattedMessage id="client.forms.ofOther" />
      </Message>
    )
  }
  const fields = shownFields(task.content, answers, contextOf(task))
  const given = new Map(answers.map((answer) => [answer.field, answer]))
  const introduction = task.content.introduction && translated(task.content.introduction, languageOf(locale))
  return (
    <Panel padded className={styles.form}>
      {state === 'withdrawn' && closedAt !== undefined && (
        <Message kind="info">
          <FormattedMessage id="client.forms.withdrawnOn" values={{ moment: <Moment key="at" at={closedAt} /> }} />
        </Message>
      )}
      {introduction && <p className={styles.introduction}>{introduction}</p>}
      <Facts>
        {completedAt !== undefined && (
          <Fact name={<FormattedMessage id="client.forms.completed" />}>
            <Moment at={completedAt} day="numeric" month="long" year="numeric" hour="numeric" minute="2-digit" />
          </Fact>
        )}
        {fields.map((field) => (
          <Fact key={field.id} name={translated(field.label, languageOf(locale))}>
            <Answer field={field} answer={given.get(field.id)} task={task} language={languageOf(locale)} />
          </Fact>
        ))}
        {signature && (
          <Fact name={<FormattedMessage id="client.forms.signature" />}>
            <FormattedMessage id={`client.forms.signedBy.${signature.method}`} values={{ name: signature.name }} />
          </Fact>
        )}
      </Facts>
      {signature && (
        <p className="muted">
          <FormattedMessage id="client.forms.notQualified" />
        </p>
      )}
      <div className={styles.buttons}>
        {url !== undefined && <StoredFile clientId={clientId} taskId={task.uuid} />}
        {withdrawable === true && !viewedByStaff && <WithdrawButton clientId={clientId} taskId={task.uuid} />}
      </div>
    </Panel>
  )
}

interface AnswerProps {
  field: FormField
  answer: FormAnswer | undefined
  task: FormTaskDetail
  language: Language
}

function Answer({ field, answer, task, language }: AnswerProps) {
  if (field.fact !== undefined && isKnown(field, contextOf(task)))
    return <KnownValue field={field} value={task.facts[field.fact] ?? ''} />
  if (!answer) return <FormattedMessage id="client.forms.noAnswer" />
  if (answer.choices) {
    const chosen = field.choices?.filter(({ id }) => answer.choices?.includes(id)) ?? []
    return chosen.map(({ label }) => translated(label, language)).join(', ')
  }
  if (answer.date !== undefined) return <Day date={answer.date} day="numeric" month="long" year="numeric" />
  if (answer.number !== undefined) {
    return (
      <>
        <FormattedNumber value={answer.number} /> {field.unit}
      </>
    )
  }
  if (answer.photoIds) return <FormattedMessage id="client.forms.photos" values={{ count: answer.photoIds.length }} />
  return answer.strokes ? <FormattedMessage id="client.forms.signed" /> : answer.text
}

/** Value of the record of the practice. */
export const KnownValue = ({ field, value }: { field: FormField; value: string }) =>
  field.fact === 'birthDate' ? <Day date={value} day="numeric" month="long" year="numeric" /> : value

/** Button that opens the stored PDF in a new tab; a link after the browser has blocked the tab. */
function StoredFile({ clientId, taskId }: { clientId: string; taskId: string }) {
  const intl = useIntl()
  const [url, setUrl] = useState<string | null>(null)
  const { busy, run } = useAsyncAction(async () => setUrl(await openFile(() => getFormFile(clientId, taskId), intl)))
  const text = <FormattedMessage id="client.forms.file" />
  return url ? (
    <a className={buttonClass()} href={url} target="_blank" rel="noopener noreferrer" onClick={() => setUrl(null)}>
      <Download />
      <span>{text}</span>
    </a>
  ) : (
    <Button variant="secondary" icon={Download} busy={busy} onClick={run}>
      {text}
    </Button>
  )
}

function WithdrawButton({ clientId, taskId }: { clientId: string; taskId: string }) {
  const { mutateAsync } = useMutation(formMutations.withdraw(clientId, taskId))
  return (
    <ConfirmedButton
      title={<FormattedMessage id="client.forms.withdrawTitle" />}
      confirmLabel={<FormattedMessage id="client.forms.withdraw" />}
      variant="danger"
      renderButton={(open) => (
        <Button variant="danger-quiet" icon={Undo2} onClick={open}>
          <FormattedMessage id="client.forms.withdraw" />
        </Button>
      )}
      act={async (close) => {
        await mutateAsync()
        close()
        showMessage('success', 'client.forms.withdrawn')
      }}
    >
      <p>
        <FormattedMessage id="client.forms.withdrawText" />
      </p>
    </ConfirmedButton>
  )
}
